import { isAbnormal, readState } from '../../contract/values/abnormal.ts'
import type { Face } from '../../faces/index.ts'
import type { ReadResult } from '../../reader/core/types.ts'
import type { readingChanges, readings } from '../../server/db/schema.ts'
import { readFieldsOf } from '../../server/features/readings/index.ts'
import type { Source } from './plant.ts'

type NewReading = typeof readings.$inferInsert
/** A reading and its later changes; ids of meter and people come with the insertion. */
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

/** Of an analog input unit: a value without a picture. `late`: it was reported hours later, so its time may be wrong. */
export function analogReading(face: Face, at: Date, value: number, late: boolean): DemoReading {
  const reported = rounded(value, face)
  const receivedAt = new Date(at.getTime() + (late ? 240 * minute : 4_000))
  return {
    reading: {
      value: reported,
      valueSource: 'reader',
      source: 'analog',
      isAbnormal: isAbnormal({ value: reported, read_state: null }, rangeOf(face)),
      wakeupReason: 0,
      createdAt: at,
      timeMark: late ? 'unconfirmed' : null,
      receivedAt,
      updatedAt: receivedAt,
    },
    sentByPhone: false,
    correction: null,
  }
}

/** Whether a person would correct the value. */
function isWrong(value: number | null, truth: number, face: Face): boolean {
  if (value === null) return true
  const span = face.range === null ? Math.abs(truth) : face.range.end - face.range.start
  return Math.abs(value - truth) > 0.03 * span
}

/**
 * The reading of a picture: a phone's inspector accepts or corrects the value at once; a camera's is
 * corrected later if `noticed`. Picture names come when they are stored.
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
