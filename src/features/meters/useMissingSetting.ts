import { useNavigate } from '@tanstack/react-router'
import { familyOf } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { hasReadingSettings, isReadableType } from '../../../contract/values/readingSettings.ts'
import { useCategoryType, useMasters } from '../../lib/queries/masters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { rangeOf } from './valueModes.ts'

type Missing = 'assist' | 'area' | 'range'

/** Returns the first setting without which the meter cannot be read, or null if none is missing or known to be. */
export function useMissingSetting(meter: Meter | undefined): Missing | null {
  const type = useCategoryType(meter?.meter_category_id ?? null)
  if (meter === undefined || type == null || !isReadableType(type)) return null
  const range = rangeOf(meter.start_value, meter.end_value)
  if (hasReadingSettings(type, { ...meter, range })) return null
  if (familyOf(type) !== 'none') return 'assist'
  return meter.area === null ? 'area' : 'range'
}

/** Reports that a meter was saved; with the way back to the reading that waited for it. */
export function useNotifySaved(setup: number | undefined): (text: string, saved: Meter) => void {
  const navigate = useNavigate()
  const { categories } = useMasters('categories')
  return (text, saved) => {
    if (setup === undefined) return notify.success(text)
    const type = categories.find(({ id }) => id === saved.meter_category_id)?.type
    const range = rangeOf(saved.start_value, saved.end_value)
    const isReady = type !== undefined && hasReadingSettings(type, { ...saved, range })
    notify.success(`${text}。${isReady ? '' : '設定がそろうと、'}待っている写真を読み取ります`, {
      label: '測定値を見る',
      run: () => void navigate({ to: '/meter-value/$id', params: { id: String(setup) } }),
    })
  }
}
