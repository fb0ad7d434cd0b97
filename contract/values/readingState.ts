import type { CategoryType } from '../categories.ts'
import type { Reading } from '../readings.ts'
import { isLoopFault, loopFaultText, type ReadState, readState } from './abnormal.ts'
import { type EvidenceFields, isUnsure } from './prior.ts'
import { isReadableType } from './readingSettings.ts'
import type { ReadingState } from './readingStates.ts'

/** Whether a person typed or imported the value, so that no device and no picture is its source. */
export const isTyped = ({ source, value_source: from }: Pick<Reading, 'source' | 'value_source'>): boolean =>
  from === 'entered' || ((source === 'entry' || source === 'import') && from === 'corrected')

/**
 * Whether a person replaced a value that was read from a picture, reported by a device or typed without a picture. Of a
 * value typed with a picture this is not known, because it may be the first one.
 */
export const isCorrected = ({
  source,
  value_source: from,
  read_value: read,
  device_value: device,
  image,
}: Pick<Reading, 'source' | 'value_source' | 'read_value' | 'device_value' | 'image'>): boolean =>
  from === 'corrected' &&
  // The device's value of an analog unit is not kept.
  (read !== null ||
    device !== null ||
    source === 'analog' ||
    ((source === 'entry' || source === 'import') && image === null))

type StateFields = EvidenceFields &
  Pick<Reading, 'value' | 'source' | 'value_source' | 'read_value' | 'device_value' | 'image' | 'read_state'>

/** Returns the one state of a reading. */
export function readingStateOf(reading: StateFields): ReadingState {
  const { value, source, value_source: from, read_state: state, reasons } = reading
  if (isCorrected(reading)) return 'corrected'
  if (value === null) return emptyStateOf(from === 'reader' || from === 'device' ? state : null, reasons)
  if (isUnsure(reading)) return 'unsure'
  if (from === 'accepted') return 'confirmed'
  if (from === 'corrected' || from === 'entered') return source === 'import' ? 'imported' : 'typed'
  return from === 'device' ? 'device' : 'sure'
}

/** Returns the state of a reading without a value. `state`: of its picture; null: it has none, or a person emptied it. */
export function emptyStateOf(
  state: ReadState | null,
  reasons: readonly string[],
): 'refused' | 'waiting' | 'settings' | 'fault' | 'missing' {
  if (state === readState.unprocessed) return 'waiting'
  if (state === readState.waiting) return 'settings'
  if (reasons.some(isLoopFault)) return 'fault'
  return state === null ? 'missing' : 'refused'
}

const words = {
  sure: '読取済',
  unsure: '要確認',
  refused: '読取不能',
  waiting: '読取中',
  missing: 'データ無し',
  typed: '手入力',
  imported: '取り込み',
  device: '端末の値',
  confirmed: '確認済',
  corrected: '修正済',
} satisfies Partial<Record<ReadingState, string>>

/** Returns the word of a state. `type`: of the meter; `reasons`: of the reading. */
export function readingStateText(
  state: ReadingState,
  type?: CategoryType | null,
  reasons: readonly string[] = [],
): string {
  if (state === 'settings') return isAskedOfPerson(type) ? '入力待ち' : '設定待ち'
  if (state === 'fault') return loopFaultText(reasons) ?? words.missing
  return words[state]
}

/** Whether a picture of a meter of this type waits for a person's value, because such meters cannot be read. */
export const isAskedOfPerson = (type?: CategoryType | null): boolean => type != null && !isReadableType(type)
