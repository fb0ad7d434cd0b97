import { useNavigate } from '@tanstack/react-router'
import { familyOf } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { hasReadingSettings, isReadableType } from '../../../contract/readingSettings.ts'
import { useCategoryType } from '../../lib/queries/masters.ts'
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

/** Tells that a meter was saved; with the way back to the reading that waited for it. */
export function useNotifySaved(setup: number | undefined): (text: string) => void {
  const navigate = useNavigate()
  return (text) => {
    if (setup === undefined) notify.success(text)
    else
      notify.success(`${text}。設定がそろうと、待っている写真を読み取ります`, {
        label: '測定値を見る',
        run: () => void navigate({ to: '/meter-value/$id', params: { id: String(setup) } }),
      })
  }
}
