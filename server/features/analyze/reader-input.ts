import type { AnalyzeFields } from '../../../contract/analyze.ts'
import { type CategoryType, categoryType, familyOf } from '../../../contract/categories.ts'
import {
  type Known,
  nothingKnown,
  parseArea,
  parseBoxes,
  parseCounter,
  parseScale,
  type ReaderSettings,
} from '../../../reader/node/index.ts'
import { Failure } from '../../api/call.ts'

export interface ReaderInput {
  settings: ReaderSettings
  known: Known
}

/** What the reader is told of a picture that is not a meter’s. Throws `validation_failed` with the field. */
export function readerInputOf(version: 1 | 2, given: AnalyzeFields): ReaderInput {
  const { settings = null, area = null, digit_numbers: digitNumber = null } = given
  if (area !== null && !parseArea(area).ok) {
    throw refuse('area', '範囲は x1:y1,x2:y2（0 〜 1の比率）で指定してください')
  }
  const type = typeOf(given)
  const isNeedle = familyOf(type) === 'analog'
  const told: ReaderSettings = {
    ...nothingKnown(type),
    settings,
    area,
    digitNumber,
    axis: given.axis ?? null,
    radius: given.radius ?? null,
  }
  if (version === 1) return { settings: told, known: { complete: false } }
  if (!isNeedle || settings !== null) return { settings: told, known: {} }
  // The ends of the dial are found, their values are not.
  return { settings: { ...told, range: { start: 0, end: 1 } }, known: { degreeOnly: true } }
}

function typeOf({ settings, meter_type: type }: AnalyzeFields): CategoryType {
  if (settings === undefined) return type ?? categoryType.counter
  const isScale = parseScale(settings).ok
  if (!isScale && !parseCounter(settings).ok) {
    throw refuse('settings', '設定は 角度:値,… または x1@y1:x2@y2,… で指定してください')
  }
  const chosen = type ?? (isScale ? categoryType.circle : categoryType.counter)
  const dialled = !isScale && !parseBoxes(settings).ok
  if (isScale !== (familyOf(chosen) === 'analog') || (dialled && chosen !== categoryType.counter)) {
    throw refuse('settings', '設定の形式がメーター種別に合いません')
  }
  return chosen
}

const refuse = (path: string, message: string) =>
  new Failure('validation_failed', { issues: [{ path, message }] })
