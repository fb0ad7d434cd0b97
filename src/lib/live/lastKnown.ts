import type { Meter } from '../../../contract/meters.ts'
import { isAbnormal, type ReadState } from '../../../contract/values/abnormal.ts'

/** A value to compare the next one with. */
interface Known {
  value: number
  created_at: string
  abnormal: boolean
  /** Unconfirmed and of low confidence. */
  unsure: boolean
}

/** A later reading unfit for comparison: empty, unread, or unsure. */
interface Newer {
  value: number | null
  created_at: string
  read_state: ReadState | null
}

type Meters = Pick<Meter, 'evidence' | 'last_reading' | 'emergency_start_value' | 'emergency_end_value'>

/** The meter with what was known of it at `at`, milliseconds since 1970. */
export function knownBefore<M extends Meters>(meter: M, at: number): M {
  const isBefore = ({ created_at }: { created_at: string }) => Date.parse(created_at) < at
  const { evidence, last_reading: last } = meter
  return {
    ...meter,
    evidence: evidence.filter(isBefore),
    last_reading: last && isBefore(last) ? last : null,
  }
}

/** The latest reliable value, else the latest read one; and the reading after it. */
export function lastKnown(meter: Meters): { known: Known | null; newer: Newer | null } {
  const [evidence] = meter.evidence
  const last = meter.last_reading
  if (evidence === undefined) {
    if (last === null || last.value === null) return { known: null, newer: last }
    const { value, created_at, is_abnormal: abnormal } = last
    return { known: { value, created_at, abnormal, unsure: true }, newer: null }
  }
  const abnormal = isAbnormal({ value: evidence.value, read_state: null }, meter)
  const isNewer = last !== null && Date.parse(last.created_at) > Date.parse(evidence.created_at)
  return { known: { ...evidence, abnormal, unsure: false }, newer: isNewer ? last : null }
}
