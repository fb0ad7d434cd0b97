import { type CategoryType, categoryType } from './categories.ts'
import type { Reading } from './readings.ts'

/** From this confidence on a reading is as good as one that a person has confirmed. */
export const sufficientConfidence = 0.9

/** How many of a meter’s latest readings are looked through for evidence. */
export const evidenceDepth = 8

export type EvidenceFields = Pick<Reading, 'value' | 'value_source' | 'read_state' | 'confidence' | 'advice'>

/**
 * Whether a reading may be held against the next photograph: a person confirmed or wrote it, an input unit measured
 * it, or the reader was sure of it from the picture alone. One that earlier readings moved is no evidence: an error
 * would go on confirming itself.
 */
export function isEvidence(reading: EvidenceFields): boolean {
  const { value, value_source: source, read_state: state, confidence } = reading
  if (value === null) return false
  if (source !== 'reader' || state === null) return true
  return !isAdjusted(reading) && (confidence ?? 0) >= sufficientConfidence
}

/** Whether a person should look at a value before it is relied on: nobody has, and the reader alone is not sure of it. */
export const isUnsure = (reading: EvidenceFields): boolean => reading.value !== null && !isEvidence(reading)

/** Whether earlier readings made the reader’s value another one than the picture alone gives. */
export const isAdjusted = ({
  value,
  advice,
}: {
  value: number | null
  advice: { seen: number | null } | null
}) => value !== null && advice !== null && advice.seen !== value

/** An accepted reading: in the meter’s unit, and milliseconds since 1970. */
export interface AcceptedReading {
  value: number
  at: number
}

/** What the reader is told of a meter’s earlier readings (`Prior` of the reader). */
export interface PriorReadings {
  readings: AcceptedReading[]
  at: number
  rising: boolean
  hourlyRate: number | null
}

/**
 * What was known of a meter when it was photographed at `at` (milliseconds since 1970). Readings of a later time are
 * left out, so that a photograph that arrives late is read as it would have been in its time.
 */
export function priorOf(
  accepted: readonly AcceptedReading[],
  type: CategoryType,
  at: number,
): PriorReadings | null {
  const readings = accepted.filter((reading) => reading.at < at).toSorted((a, b) => a.at - b.at)
  if (readings.length === 0) return null
  return { readings, at, rising: type === categoryType.counter, hourlyRate: hourlyRateOf(readings, at) }
}

const hour = 3_600_000
/** Fewer steps than these say nothing of what a meter may do. */
const minSteps = 5
/** Above the greatest change seen there is room for a greater one. */
const rateHeadroom = 3
/** A step that is longer than the time to be judged evens out what happened within it; a little longer is as good. */
const maxStepRatio = 1.5

/** The most that the value changes in an hour, where enough steps as short as the present one were seen. `readings` by time. */
function hourlyRateOf(readings: readonly AcceptedReading[], at: number): number | null {
  const gap = at - (readings.at(-1)?.at ?? at)
  const rates = readings.flatMap((reading, index) => {
    const before = readings[index - 1]
    if (before === undefined) return []
    const step = reading.at - before.at
    return step > 0 && step <= gap * maxStepRatio
      ? [(Math.abs(reading.value - before.value) / step) * hour]
      : []
  })
  const greatest = Math.max(0, ...rates)
  // A meter that stood still may move all the same.
  return rates.length < minSteps || greatest === 0 ? null : greatest * rateHeadroom
}
