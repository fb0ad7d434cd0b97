import dayjs from 'dayjs'
import type { Meter } from '../../../contract/meters.ts'

/** Age groups, youngest first. */
const ages = [
  { name: 'day', label: '1日以内', since: (now: dayjs.Dayjs) => now.subtract(1, 'day') },
  { name: 'week', label: '1週間以内', since: (now: dayjs.Dayjs) => now.subtract(7, 'day') },
  { name: 'fortnight', label: '2週間以内', since: (now: dayjs.Dayjs) => now.subtract(14, 'day') },
  { name: 'month', label: '1ヶ月以内', since: (now: dayjs.Dayjs) => now.subtract(1, 'month') },
] as const

interface NewMeterGroup {
  name: (typeof ages)[number]['name']
  label: string
  /** Newest first. */
  meters: Meter[]
}

/** Each meter in the youngest group that fits; `now` in milliseconds since 1970. */
export function newMeterGroups(meters: readonly Meter[], now: number): NewMeterGroup[] {
  const groups = ages.map(({ name, label, since }) => ({
    name,
    label,
    since: since(dayjs(now)).valueOf(),
    meters: [] as Meter[],
  }))
  for (const meter of meters.toSorted(
    (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
  )) {
    const created = Date.parse(meter.created_at)
    groups.find(({ since }) => created >= since)?.meters.push(meter)
  }
  return groups.map(({ name, label, meters }) => ({ name, label, meters }))
}
