import { useEffect, useEffectEvent, useState } from 'react'
import type { Proposal, Wanted } from '../../../reader/web/index.ts'
import type { Editor } from './useEditor.ts'

type ProposalState =
  | { state: 'idle' }
  | { state: 'looking' }
  /** `confidence`: null where it follows from what is set already. */
  | { state: 'found'; confidence: number | null }
  | { state: 'nothing' }
  | { state: 'failed' }

/** A guess that is less sure is none: it would cost more to put right than to begin. */
const leastConfidence = 0.3

interface Wish {
  /** Not only because nothing is set. */
  byPerson: boolean
}
const unasked: Wish = { byPerson: false }

interface Options<Draft> {
  wanted: Wanted
  /** What follows from other settings: the picture need not be asked. */
  settled?: Draft | null
  /** A proposal as it is edited; null: there is nothing in it for this kind of meter. */
  draftOf: (found: Proposal) => Draft | null
  onTaken: (proposed: Draft) => void
}

/** Lets the reader propose settings from the picture, at once where there are none. */
export function useProposal<Draft extends { proposed: readonly unknown[] }, Written>(
  { given, reader, history, done, settle }: Editor<Draft, Written>,
  { wanted, settled = null, draftOf, onTaken }: Options<Draft>,
) {
  const [state, setState] = useState<ProposalState>({ state: 'idle' })
  const [asked, setAsked] = useState<Wish | null>(null)
  const wish = asked ?? (done ? null : unasked)

  /** With the draft as it stands when the proposal comes. */
  const take = useEffectEvent((found: Proposal | null, { byPerson }: Wish): boolean => {
    // Who has begun to set it asks when they want a proposal.
    if (!byPerson && history.touched) return true
    const proposed = found === null ? settled : draftOf(found)
    if (proposed === null) return false
    history.change(() => proposed)
    if (!byPerson) settle(proposed)
    onTaken(proposed)
    return true
  })
  const look = useEffectEvent(async (wish: Wish, signal: AbortSignal) => {
    if (settled !== null) {
      take(null, wish)
      setState({ state: 'found', confidence: null })
      return
    }
    setState({ state: 'looking' })
    try {
      const picture = await given.bytes()
      const proposal = await reader().propose(picture.bytes, picture.mime, wanted, { signal })
      if (signal.aborted) return
      const useful = proposal.confidence >= leastConfidence && take(proposal, wish)
      setState(useful ? { state: 'found', confidence: proposal.confidence } : { state: 'nothing' })
    } catch (error) {
      if (signal.aborted) return
      console.warn(error)
      setState({ state: 'failed' })
    }
  })
  useEffect(() => {
    if (wish === null) return
    const run = new AbortController()
    void look(wish, run.signal)
    return () => run.abort()
  }, [wish])

  return {
    state,
    /** Something of it stands untouched. */
    standing: history.present.proposed.length > 0,
    look: () => setAsked({ byPerson: true }),
  }
}
