import type { QueryClient } from '@tanstack/react-query'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'
import type { RangeEffectQuery } from './RangeEffect.tsx'
import { rangeEffectText } from './rangeEffectText.ts'

/**
 * Asks with what a changed range does, if it is saved before `RangeEffect` has shown that; false: continue editing. If
 * the readings cannot be counted, as without signal, nothing is asked.
 */
export async function confirmRangeEffect(client: QueryClient, query: RangeEffectQuery): Promise<boolean> {
  if (!navigator.onLine || client.getQueryData(query.queryKey) !== undefined) return true
  const effect = await client.fetchQuery(query).catch(() => undefined)
  if (effect === undefined || !(effect.ends_alert || effect.to_abnormal > 0 || effect.to_normal > 0))
    return true
  return confirmDoubt({
    title: '判定が変わります',
    text: rangeEffectText(effect),
    confirm: 'このまま保存',
    correct: '編集に戻る',
  })
}
