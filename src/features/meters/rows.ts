import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { searchText } from '../../../contract/searchText.ts'
import { fullTime } from '../../ui/text/timeWords.ts'
import type { MeterSearch } from './search.ts'

interface Named {
  id: number
  name: string
}

/** The lists that name what a meter only refers to by number. */
export interface Masters {
  units: readonly Named[]
  categories: readonly Category[]
  groups: readonly Named[]
  inspections: readonly Named[]
}

/** A meter with everything a list shows of it in words. */
export interface MeterRow {
  id: number
  name: string
  meter: Meter
  device: string | null
  unit: string | undefined
  category: Category | undefined
  group: string | null
  inspection: string | null
  /** To the second, in the organization’s zone. */
  updated: string
}

export function rowsOf(meters: readonly Meter[], masters: Masters, zone: string): MeterRow[] {
  const nameIn = (rows: readonly Named[]) => {
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    return (id: number | null) => (id === null ? undefined : names.get(id))
  }
  const unit = nameIn(masters.units)
  const group = nameIn(masters.groups)
  const inspection = nameIn(masters.inspections)
  const categories = new Map(masters.categories.map((category) => [category.id, category]))
  return meters.map((meter) => ({
    id: meter.id,
    name: meter.name,
    meter,
    device: meter.device?.name ?? null,
    unit: unit(meter.meter_unit_id),
    category: categories.get(meter.meter_category_id),
    group: group(meter.meter_group_id) ?? null,
    inspection: inspection(meter.inspection_id) ?? null,
    updated: fullTime(Date.parse(meter.updated_at), zone),
  }))
}

/** Whether the texts together hold every word that was typed. */
function holds(texts: readonly (string | null | undefined)[], typed: string | undefined): boolean {
  if (typed === undefined) return true
  const all = searchText(texts.filter(Boolean).join('\n'))
  return searchText(typed)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

const among = (chosen: readonly number[] | undefined, id: number | null) =>
  chosen === undefined || (id !== null && chosen.includes(id))

const collator = new Intl.Collator('ja', { numeric: true })

/** The rows that the search leaves, in its order. */
export function selectRows(rows: readonly MeterRow[], search: MeterSearch): MeterRow[] {
  const left = rows.filter(
    ({ name, device, unit, category, group, inspection, updated, meter }) =>
      holds([name, device, unit, category?.name, group, inspection], search.text) &&
      holds([name], search.name) &&
      holds([device], search.device) &&
      holds([updated], search.updated) &&
      among(search.units, meter.meter_unit_id) &&
      among(search.categories, meter.meter_category_id) &&
      among(search.groups, meter.meter_group_id) &&
      among(search.inspections, meter.inspection_id),
  )
  const direction = search.order === 'desc' ? -1 : 1
  const compare =
    search.sort === 'updated'
      ? (a: MeterRow, b: MeterRow) => Date.parse(a.meter.updated_at) - Date.parse(b.meter.updated_at)
      : (a: MeterRow, b: MeterRow) => collator.compare(a.name, b.name)
  return left.sort((a, b) => direction * compare(a, b) || a.id - b.id)
}
