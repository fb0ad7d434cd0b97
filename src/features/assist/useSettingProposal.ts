import { useEffect, useEffectEvent, useState } from 'react'
import type { Proposal, Wanted } from '../../../reader/web/index.ts'
import type { Editor } from './useEditor.ts'

type ProposalState =
  | { state: 'idle' }
  | { state: 'searching' }
  /** `confidence`: null if derived from other settings. */
  | { state: 'found'; confidence: number | null }
  | { state: 'nothing' }
  | { state: 'failed' }

/** Below this, correcting costs more than starting anew. */
const minConfidence = 0.3

interface Request {
  /** Requested, not automatic. */
  byPerson: boolean
}
const automatic: Request = { byPerson: false }

interface Answer {
  /** The request that was answered; null before the first answer. */
  request: Request | null
  state: ProposalState
}

interface Options<Draft> {
  wanted: Wanted
  /** Derived from other settings, without reading the picture. */
  derived?: Draft | null
  /** Null when it holds nothing for this kind of meter. */
  draftOf: (found: Proposal) => Draft | null
  onApplied: (proposed: Draft) => void
}

/** The reader's proposal; automatic where nothing is set. */
export function useSettingProposal<Draft extends { proposed: readonly unknown[] }, Setting>(
  { props, reader, history, done, markClean }: Editor<Draft, Setting>,
  { wanted, derived = null, draftOf, onApplied }: Options<Draft>,
) {
  const [answer, setAnswer] = useState<Answer>({ request: null, state: { state: 'idle' } })
  const [requested, setRequested] = useState<Request | null>(null)
  const request = requested ?? (done ? null : automatic)

  /** With the draft at the time of the answer. */
  const apply = useEffectEvent((found: Proposal | null, { byPerson }: Request): boolean => {
    // After a change, proposals come on request only.
    if (!byPerson && history.touched) return true
    const proposed = found === null ? derived : draftOf(found)
    if (proposed === null) return false
    history.change(() => proposed)
    if (!byPerson) markClean(proposed)
    onApplied(proposed)
    return true
  })
  const search = useEffectEvent(async (request: Request, signal: AbortSignal): Promise<ProposalState> => {
    if (derived !== null) {
      apply(null, request)
      return { state: 'found', confidence: null }
    }
    try {
      const picture = await props.bytes()
      const proposal = await reader().propose(picture.bytes, picture.mime, wanted, { signal })
      signal.throwIfAborted()
      const useful = proposal.confidence >= minConfidence && apply(proposal, request)
      return useful ? { state: 'found', confidence: proposal.confidence } : { state: 'nothing' }
    } catch (error) {
      if (!signal.aborted) console.warn(error)
      return { state: 'failed' }
    }
  })
  useEffect(() => {
    if (request === null) return
    const run = new AbortController()
    void search(request, run.signal).then((state) => {
      if (!run.signal.aborted) setAnswer({ request, state })
    })
    return () => run.abort()
  }, [request])

  const isSearching = derived === null && answer.request !== request
  const state: ProposalState = isSearching ? { state: 'searching' } : answer.state
  return {
    state,
    /** Partly unchanged. */
    untouched: history.present.proposed.length > 0,
    propose: () => setRequested({ byPerson: true }),
  }
}
