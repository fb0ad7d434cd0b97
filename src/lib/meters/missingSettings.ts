import { type CategoryType, isAnalog, isDigital } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { isReadableType } from '../../../contract/values/readingSettings.ts'

type Described = Pick<Meter, 'settings' | 'area' | 'start_value' | 'end_value'>

export const typeUnreadable = 'このメーター種別は写真から読み取れません'

/** What keeps pictures of a meter from being read; null if nothing. */
export function missingSettings(meter: Described, type: CategoryType): string | null {
  if (isAnalog(type) || isDigital(type)) {
    return meter.settings === null ? 'AIアシスト設定が未登録です' : null
  }
  if (!isReadableType(type)) return typeUnreadable
  if (meter.area === null) return '読取位置が未登録です'
  return meter.start_value === null || meter.end_value === null ? '測定範囲が未登録です' : null
}
