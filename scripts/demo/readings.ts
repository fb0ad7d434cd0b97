import { isAbnormal, readState } from '../../contract/abnormal.ts'
import type { ReadResult } from '../../reader/core/types.ts'
import type { readingChanges, readings } from '../../server/db/schema.ts'
import { readFieldsOf } from '../../server/features/readings/read-fields.ts'
import type { Face } from '../faces/index.ts'
import type { Source } from './plant.ts'

type NewReading = typeof readings.$inferInsert
/** A reading and what was done to it since; the meter and the people get their numbers when they are inserted. */
export interface DemoReading {
  reading: Omit<NewReading, 'organizationId' | 'meterId'>
  sentByPhone: boolean
  correction: Pick<typeof readingChanges.$inferInsert, 'at' | 'before' | 'after'> | null
}

const minute = 60_000

const rangeOf = (face: Face) => ({
  emergency_start_value: face.abnormal?.start ?? null,
  emergency_end_value: face.abnormal?.end ?? null,
})

const rounded = (value: number, face: Face) => Number(value.toFixed(face.decimals))

/** What one analog input unit reports: a number without a picture. */
export function analogReading(face: Face, at: Date, value: number): DemoReading {
  const reported = rounded(value, face)
  return {
    reading: {
      value: reported,
      valueSource: 'reader',
      source: 'analog',
      isAbnormal: isAbnormal({ value: reported, read_state: null }, rangeOf(face)),
      wakeupReason: 0,
      createdAt: at,
      receivedAt: new Date(at.getTime() + 4_000),
      updatedAt: new Date(at.getTime() + 4_000),
    },
    sentByPhone: false,
    correction: null,
  }
}

/** Whether the value shown is one that a person would put right. */
function isWrong(value: number | null, truth: number, face: Face): boolean {
  if (value === null) return true
  const span = face.range === null ? Math.abs(truth) : face.range.end - face.range.start
  return Math.abs(value - truth) > 0.03 * span
}

/**
 * What became of a picture: a phone’s inspector takes the reader’s value or writes another at once; a camera’s is
 * put right at the desk later where somebody `noticed`. Its pictures get their names when they are kept.
 */
export function pictureReading(
  face: Face,
  means: Exclude<Source, 'analog'>,
  at: Date,
  result: ReadResult,
  truth: number,
  noticed: boolean,
): DemoReading {
  const byPhone = means === 'phone'
  const wrong = isWrong(result.value, truth, face)
  const range = rangeOf(face)
  const judge = (value: number | null) => isAbnormal({ value, read_state: readState.processed }, range)
  const first = byPhone && wrong ? rounded(truth, face) : result.value
  const receivedAt = new Date(at.getTime() + (byPhone ? 6 * minute : 9_000))
  const correctedAt = new Date(at.getTime() + 130 * minute)
  const corrected = !byPhone && wrong && noticed ? rounded(truth, face) : null
  const firstSource = byPhone ? (wrong ? 'corrected' : 'accepted') : 'reader'
  const value = corrected ?? first
  return {
    reading: {
      value,
      valueSource: corrected === null ? firstSource : 'corrected',
      source: byPhone ? 'phone' : 'camera',
      isAbnormal: judge(value),
      ...readFieldsOf(result),
      wakeupReason: byPhone ? null : 0,
      createdAt: at,
      capturedAt: byPhone ? at : null,
      receivedAt,
      updatedAt: corrected === null ? receivedAt : correctedAt,
    },
    sentByPhone: byPhone,
    correction:
      corrected === null
        ? null
        : {
            at: correctedAt,
            before: { value: first, value_source: firstSource, is_abnormal: judge(first) },
            after: { value: corrected, value_source: 'corrected', is_abnormal: judge(corrected) },
          },
  }
}
