import type { Meter } from '../../../contract/meters.ts'

const day = 86_400_000

/** Age groups, youngest first. */
const ages = [
  { name: 'day', label: '1日以内', since: (now: number) => now - day },
  { name: 'week', label: '1週間以内', since: (now: number) => now - 7 * day },
  { name: 'fortnight', label: '2週間以内', since: (now: number) => now - 14 * day },
  { name: 'month', label: '1ヶ月以内', since: monthBefore },
] as const

/** At the same date, or on the last day of a shorter month. */
function monthBefore(now: number): number {
  const [time, before] = [new Date(now), new Date(now)]
  before.setMonth(time.getMonth() - 1)
  if (before.getDate() !== time.getDate()) before.setDate(0)
  return before.getTime()
}

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
    since: since(now),
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
