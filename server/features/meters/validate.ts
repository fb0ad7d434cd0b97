import type { Issue } from '../../../contract/calls/errors.ts'
import { type CategoryType, categoryType, familyOf } from '../../../contract/categories.ts'
import { invertedRangeText, isInverted, type Range } from '../../../contract/values/ranges.ts'
import { dialDecimals, parseArea, parseBoxes, parseCounter, parseScale } from '../../../reader/node/index.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'

export type ValidatedFields = Pick<
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

/** Issues of a meter as it would be after the change; `sent`: the changed fields. */
export function validateMeter(
  meter: ValidatedFields,
  type: CategoryType,
  sent: Partial<ValidatedFields>,
): Issue[] {
  return [
    ...rangeIssues(
      'start_value',
      { start: meter.startValue, end: meter.endValue },
      sent.startValue !== undefined && sent.endValue === undefined,
    ),
    ...rangeIssues(
      'emergency_start_value',
      { start: meter.emergencyStartValue, end: meter.emergencyEndValue },
      sent.emergencyStartValue !== undefined && sent.emergencyEndValue === undefined,
    ),
    ...digitIssues(meter, type),
    ...settingsIssues(meter, type),
    ...(meter.area === null || parseArea(meter.area).ok
      ? []
      : [{ path: 'area', message: '読取位置の形式が正しくありません' }]),
  ]
}

/** `isStart`: only the start changed, so the issue is there. */
export function rangeIssues(startPath: string, range: Range, isStart = false): Issue[] {
  const endPath = startPath.replace('start', 'end')
  if ((range.start === null) !== (range.end === null)) {
    return [{ path: range.start === null ? startPath : endPath, message: '未入力です' }]
  }
  if (!isInverted(range)) return []
  return isStart
    ? [{ path: startPath, message: '下限は上限以下にしてください' }]
    : [{ path: endPath, message: invertedRangeText }]
}

function digitIssues({ digitNumber, decimalPoint, settings }: ValidatedFields, type: CategoryType): Issue[] {
  const byDials = type === categoryType.counter ? dialDecimals(settings) : null
  if (byDials !== null && decimalPoint !== byDials) {
    const message = `小数点以下の桁数は、いちばん細かい針に合わせて ${byDials} 桁にしてください`
    return [{ path: 'decimal_point', message }]
  }
  if (digitNumber === null || decimalPoint === null || decimalPoint <= digitNumber) return []
  return [{ path: 'decimal_point', message: '小数点以下の桁数は桁数以下にしてください' }]
}

function settingsIssues({ settings, pins }: ValidatedFields, type: CategoryType): Issue[] {
  const family = familyOf(type)
  const issues: Issue[] = []
  if (settings !== null) {
    if (family === 'none') {
      issues.push({ path: 'settings', message: 'このメーター種別にはAIアシスト設定がありません' })
    } else if (!formatOf(type)(settings).ok) {
      issues.push({ path: 'settings', message: 'AIアシスト設定の形式が正しくありません' })
    }
  }
  if (pins !== null && family !== 'analog') {
    issues.push({ path: 'pins', message: 'このメーター種別にはピンの設定がありません' })
  }
  return issues
}

function formatOf(type: CategoryType) {
  if (type === categoryType.counter) return parseCounter
  return familyOf(type) === 'analog' ? parseScale : parseBoxes
}
