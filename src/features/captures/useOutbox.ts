import { type Capture, isUnsent } from '../../../offline/captures.ts'
import { useOutboxRows } from '../../lib/outboxRows.ts'

interface Outbox {
  /** Newest first. */
  captures: readonly Capture[]
  unsent: number
  /** Capture time of the oldest unsent one, milliseconds since 1970. */
  oldest: number | null
  sending: boolean
  /** Waits for the person, not for the network. */
  needsPerson: boolean
}

/** The signed-in user's captures on this device. */
export function useOutbox(): Outbox {
  const captures = useOutboxRows()
  const unsent = captures.filter((capture) => isUnsent(capture.state))
  return {
    captures,
    unsent: unsent.length,
    oldest: unsent.length === 0 ? null : Math.min(...unsent.map((capture) => capture.capturedAt)),
    sending: unsent.some((capture) => capture.state === 'sending'),
    needsPerson: unsent.some((capture) => ['held-auth', 'rejected', 'quarantined'].includes(capture.state)),
  }
}
