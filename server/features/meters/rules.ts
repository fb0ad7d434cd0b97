import { type CategoryType, familyOf } from '../../../contract/categories.ts'
import type { Issue } from '../../../contract/errors.ts'
import { parseArea, parseBoxes, parseScale } from '../../../reader/node/index.ts'
import type { MeterRecord } from './repository.ts'

export type Checked = Pick<
  MeterRecord,
  | 'startValue'
  | 'endValue'
  | 'emergencyStartValue'
  | 'emergencyEndValue'
  | 'digitNumber'
  | 'decimalPoint'
  | 'settings'
  | 'area'
  | 'pins'
>

/** What is wrong with a meter as it would be after the change. Empty: nothing. */
export function issuesOf(meter: Checked, type: CategoryType): Issue[] {
  return [
    ...rangeIssues('start_value', meter.startValue, 'end_value', meter.endValue),
    ...rangeIssues(
      'emergency_start_value',
      meter.emergencyStartValue,
      'emergency_end_value',
      meter.emergencyEndValue,
    ),
    ...digitIssues(meter),
    ...settingsIssues(meter, type),
    ...(meter.area === null || parseArea(meter.area).ok
      ? []
      : [{ path: 'area', message: '読取位置の形式が正しくありません' }]),
  ]
}

function rangeIssues(startPath: string, start: number | null, endPath: string, end: number | null): Issue[] {
  if ((start === null) === (end === null)) return []
  return [{ path: start === null ? startPath : endPath, message: '未入力です' }]
}

function digitIssues({ digitNumber, decimalPoint }: Checked): Issue[] {
  if (digitNumber === null || decimalPoint === null || decimalPoint <= digitNumber) return []
  return [{ path: 'decimal_point', message: '小数点以下の桁数は桁数以下にしてください' }]
}

function settingsIssues({ settings, pins }: Checked, type: CategoryType): Issue[] {
  const family = familyOf(type)
  const issues: Issue[] = []
  if (settings !== null) {
    if (family === 'none') {
      issues.push({ path: 'settings', message: 'このメーター種別にはAIアシスト設定がありません' })
    } else if (!(family === 'analog' ? parseScale(settings) : parseBoxes(settings)).ok) {
      issues.push({ path: 'settings', message: 'AIアシスト設定の形式が正しくありません' })
    }
  }
  if (pins !== null && family !== 'analog') {
    issues.push({ path: 'pins', message: 'このメーター種別にはピンの設定がありません' })
  }
  return issues
}
