import { type CategoryType, categoryType, isAnalog, isDigital } from '../../contract/categories.ts'
import type { Meter } from '../../contract/meters.ts'

type Described = Pick<Meter, 'settings' | 'area' | 'start_value' | 'end_value'>

/** What a meter of its kind lacks for reliable reading; null if nothing. */
export function missingSettings(meter: Described, type: CategoryType): string | null {
  if (isAnalog(type) || isDigital(type)) {
    return meter.settings === null ? 'AIアシスト設定が未登録です' : null
  }
  if (meter.area === null) return '読取位置が未登録です'
  const spans = type === categoryType.level || type === categoryType.scale
  return spans && (meter.start_value === null || meter.end_value === null) ? '測定範囲が未登録です' : null
}
