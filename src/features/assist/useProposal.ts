import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Proposal, Reader, Wanted } from '../../../reader/web/index.ts'
import type { PictureBytes } from './usePicture.ts'

export type ProposalState =
  | { state: 'idle' }
  | { state: 'looking' }
  | { state: 'found'; confidence: number }
  | { state: 'nothing' }
  | { state: 'failed' }

/** A guess that is less sure is none: it would cost more to put right than to begin. */
export const leastConfidence = 0.3

interface Options {
  reader: () => Reader
  bytes: () => Promise<PictureBytes>
  wanted: Wanted
  /** Looks for settings as soon as the dialog opens. */
  atOnce: boolean
  /** Takes a proposal over. False when there is nothing in it for this kind of meter. `asked`: the person wanted it now. */
  onFound: (proposal: Proposal, asked: boolean) => boolean
}

/** Lets the reader propose settings from the picture. */
export function useProposal({ reader, bytes, wanted, atOnce, onFound }: Options) {
  const [state, setState] = useState<ProposalState>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)

  const look = async (asked: boolean) => {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    const { signal } = run
    setState({ state: 'looking' })
    try {
      const picture = await bytes()
      const proposal = await reader().propose(picture.bytes, picture.mime, wanted, { signal })
      if (signal.aborted) return
      const useful = proposal.confidence >= leastConfidence && onFound(proposal, asked)
      setState(useful ? { state: 'found', confidence: proposal.confidence } : { state: 'nothing' })
    } catch (error) {
      if (signal.aborted) return
      console.warn(error)
      setState({ state: 'failed' })
    }
  }

  const lookAtOnce = useEffectEvent(() => void look(false))
  useEffect(() => {
    if (atOnce) lookAtOnce()
    return () => running.current?.abort()
  }, [atOnce])

  return {
    state,
    look: () => void look(true),
    /** The person goes on without it. */
    stop: () => {
      running.current?.abort()
      setState({ state: 'idle' })
    },
  }
}
