import type { Reading } from '../readings.ts'
import { isDeviceValueReason } from './deviceValues.ts'

/** At this confidence a reading counts like one that a person confirmed. */
export const sufficientConfidence = 0.9

/** A meter’s latest readings among which evidence is looked for. */
export const evidenceDepth = 8

export type EvidenceFields = Pick<
  Reading,
  'value' | 'value_source' | 'read_state' | 'confidence' | 'reasons' | 'advice'
>

/**
 * Whether a reading may be evidence for the next photograph: confirmed or entered by a person, measured by an input
 * unit, read by the device itself without a contradiction by its picture, or read with confidence from the picture alone. A reading adjusted by earlier readings is none: an error would
 * keep confirming itself.
 */
export function isEvidence(reading: EvidenceFields): boolean {
  const { value, value_source: source, read_state: state, confidence, reasons, advice } = reading
  if (value === null) return false
  if (source === 'device') return !reasons.some(isDeviceValueReason)
  if (source !== 'reader' || state === null) return true
  return isSureOfPicture({ value, advice, confidence })
}

/** Whether the reader is sure of its value by the photograph alone. `value`: what it read. */
export const isSureOfPicture = ({
  value,
  advice,
  confidence,
}: Pick<EvidenceFields, 'value' | 'advice' | 'confidence'>): boolean =>
  !isAdjusted({ value, advice }) && (confidence ?? 0) >= sufficientConfidence

/** Whether a person should check the value: nobody has, and the reader is not confident. */
export const isUnsure = (reading: EvidenceFields): boolean => reading.value !== null && !isEvidence(reading)

/** Whether earlier readings changed the reader’s value. */
export const isAdjusted = ({
  value,
  advice,
}: {
  value: number | null
  advice: { seen: number | null } | null
}) => value !== null && advice !== null && advice.seen !== value

/** A reading in the meter’s unit; `at` in milliseconds since 1970. */
export interface AcceptedReading {
  value: number
  at: number
}

/** What the reader is told of a meter’s earlier readings (its `Prior`). */
interface PriorReadings {
  readings: AcceptedReading[]
  at: number
  rising: boolean
  hourlyRate: number | null
}

/**
 * What was known of a meter at `at` (milliseconds since 1970). Later readings are left out, so that a photograph that
 * arrives late is read as it would have been in time.
 */
export function priorOf(
  accepted: readonly AcceptedReading[],
  isCumulative: boolean,
  at: number,
): PriorReadings | null {
  const readings = accepted.filter((reading) => reading.at < at).toSorted((a, b) => a.at - b.at)
  if (readings.length === 0) return null
  return { readings, at, rising: isCumulative, hourlyRate: hourlyRateOf(readings, at) }
}

const hour = 3_600_000
/** Fewer steps than these do not show how fast a meter can change. */
const minSteps = 5
/** A change may exceed the greatest one seen by this factor. */
const rateHeadroom = 3
/** Longer steps average out what happened within them: only steps up to this ratio of the present gap count. */
const maxStepRatio = 1.5

/**
 * The greatest change per hour to expect; null without enough steps as short as the present gap. `readings` sorted by
 * time.
 */
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
  // A meter that stood still may still move.
  return rates.length < minSteps || greatest === 0 ? null : greatest * rateHeadroom
}
