// Covers docs/requirements.md: 754, 755, 756, 783

import { describe, expect, it } from 'vitest'
import type { Meter } from '../../../contract/meters.ts'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import type { PeriodUsage } from '../../lib/queries/usages.ts'
import { comparisonsOf } from './periods.ts'
import { groupedRows, totalRows, type UsageCell, type UsageMeter, usageTable } from './usageTable.ts'
import { markTexts, usageText } from './usageTexts.ts'

const now = Date.parse('2026-11-20T12:00:00+09:00')
const year = { view: 'year', days: { from: '2026-01-01', to: '2026-12-31' }, now } as const

const counter = (id: number, unit = 'kWh', over: Partial<Meter> = {}): UsageMeter => ({
  id,
  name: `メーター${id}`,
  code: null,
  meter: aMeter({ id, decimal_point: 1, is_cumulative: true, ...over }),
  unit,
  group: null,
  bearer: null,
})

const startOf = (year: number, month: number) =>
  `${year + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-01T00:00:00.000+09:00`

/** Of a month of 2026, or of another year. */
const month = (meterId: number, number: number, usage: number | null, over: Partial<PeriodUsage> = {}) => ({
  meterId,
  from: startOf(2026, number),
  to: Date.parse(startOf(2026, number + 1)),
  usage,
  mark: usage === null ? ('unknown' as const) : ('exact' as const),
  isCorrected: false,
  soFar: null,
  ...over,
})

const lastYear = (meterId: number, number: number, usage: number | null) =>
  month(meterId, number, usage, { from: startOf(2025, number), to: Date.parse(startOf(2025, number + 1)) })

const seen = (cell: UsageCell | undefined, decimals = 1) =>
  cell && [usageText(cell, { decimals }), ...markTexts(cell)]

describe('usageTable', () => {
  it('compares usages a day with the month before and the year before', () => {
    const usages = [lastYear(1, 3, 341), month(1, 2, 280), month(1, 3, 341)]
    const { cells } = usageTable(usages, year).row(counter(1))
    // 10 a day in February, 11 in both Marches.
    expect(cells.get(startOf(2026, 3))?.changes).toEqual({ previous: 10, yearly: 0 })
    expect(cells.get(startOf(2026, 2))?.changes).toEqual({ previous: null, yearly: null })
  })

  it('compares a month that is not over by the time that is known', () => {
    const soFar = { usage: 110, mark: 'exact', until: Date.parse('2026-11-11T00:00:00+09:00') } as const
    const usages = [month(1, 10, 310), month(1, 11, null, { soFar }), month(1, 12, null)]
    const { cells, total } = usageTable(usages, year).row(counter(1))
    expect(cells.get(startOf(2026, 11))?.changes.previous).toBe(10)
    expect(seen(cells.get(startOf(2026, 11)))).toEqual(['110.0', '途中'])
    expect(seen(cells.get(startOf(2026, 12)))).toEqual([''])
    expect(seen(total)).toEqual(['420.0', '途中'])
  })

  it('says 不明, never 0, of a past month, also where it is known in part', () => {
    const soFar = { usage: 90, mark: 'exact', until: Date.parse('2026-09-12T00:00:00+09:00') } as const
    const usages = [month(1, 8, 0), month(1, 9, null, { soFar })]
    const { cells, total } = usageTable(usages, year).row(counter(1))
    expect(seen(cells.get(startOf(2026, 9)))).toEqual(['不明'])
    expect(seen(cells.get(startOf(2026, 8)))).toEqual(['0.0'])
    expect(seen(total)).toEqual(['0.0', '一部不明'])
  })

  it('has the months of the year only, with their marks', () => {
    const usages = [
      lastYear(1, 12, 5),
      month(1, 1, 6, { mark: 'interpolated', isCorrected: true }),
      month(1, 2, 7, { mark: 'estimated' }),
    ]
    const table = usageTable(usages, year)
    expect(table.starts).toEqual([startOf(2026, 1), startOf(2026, 2)])
    expect([...table.row(counter(1)).cells.values()].map((cell) => markTexts(cell))).toEqual([
      ['推計', '修正'],
      ['認定'],
    ])
  })
})

describe('compared usages', () => {
  const [, yearly] = comparisonsOf.year

  it('are those of last year, also of months that have not begun, with their marks', () => {
    const usages = [
      lastYear(1, 3, 341),
      lastYear(1, 12, 5),
      lastYear(2, 3, 9),
      month(1, 3, 1),
      month(1, 12, null),
    ]
    const [row] = totalRows([counter(1), counter(2)], usageTable(usages, year))
    const compared = yearly && row?.compared(yearly)
    expect(seen(compared?.get(startOf(2026, 3)))).toEqual(['350.0'])
    expect(seen(compared?.get(startOf(2026, 12)))).toEqual(['5.0', '一部不明'])
  })
})

describe('the key of a row', () => {
  it('names the meter, or what is added up and its unit', () => {
    const table = usageTable([], year)
    const inHall = counter(1, 'kWh', { meter_group_id: 6, meter_unit_id: 2 })
    expect(table.row(inHall).key).toBe('m1')
    expect(totalRows([inHall], table).map(({ key }) => key)).toEqual(['s-2'])
    expect(groupedRows([inHall], { by: 'group', table }).map(({ key }) => key)).toEqual(['s6-2'])
    expect(groupedRows([inHall], { by: 'bearer', table }).map(({ key }) => key)).toEqual(['s-2'])
  })
})

describe('totalRows', () => {
  it('adds exactly, never over different units', () => {
    const usages = [month(1, 1, 0.1), month(2, 1, 0.2), month(3, 1, 7)]
    const rows = totalRows([counter(1), counter(2), counter(3, 'm³')], usageTable(usages, year))
    expect(rows.map(({ unit, total }) => [unit, total.usage && toNumber(total.usage)])).toEqual([
      ['kWh', 0.3],
      ['m³', 7],
    ])
  })

  it('says that a part is unknown, and compares only the same meters', () => {
    const usages = [month(1, 1, 310), month(2, 1, 31), month(1, 2, 280), month(2, 2, null)]
    const [row] = totalRows([counter(1), counter(2)], usageTable(usages, year))
    const february = row?.cells.get(startOf(2026, 2))
    expect(seen(february)).toEqual(['280.0', '一部不明'])
    expect(february?.changes.previous).toBeNull()
  })

  it('is unknown where nothing is known, and leaves a meter without usages out of comparisons', () => {
    const usages = [month(1, 1, 310), month(1, 2, 308), month(2, 1, null), month(2, 2, null)]
    const table = usageTable(usages, year)
    const [both] = totalRows([counter(1), counter(2)], table)
    expect(both?.cells.get(startOf(2026, 2))?.changes.previous).toBe(10)
    const [unknown] = totalRows([counter(2)], table)
    expect(seen(unknown?.total)).toEqual(['不明'])
  })

  it('notices a meter and its parent in one sum', () => {
    const table = usageTable([], year)
    const [parent, child] = [counter(1), counter(2, 'kWh', { parent_meter_id: 1 })]
    expect(totalRows([parent, child], table).map(({ hasParent }) => hasParent)).toEqual([true])
    expect(totalRows([child], table).map(({ hasParent }) => hasParent)).toEqual([false])
  })

  it('writes as many decimals as the finest meter and its multiplier have', () => {
    const table = usageTable([], year)
    const fine = counter(2, 'kWh', { decimal_point: 2, multiplier: 0.1 })
    expect(totalRows([counter(1), fine], table)[0]?.decimals).toBe(3)
  })
})

describe('groupedRows', () => {
  it('adds up by group and unit, and names what has no group', () => {
    const usages = [month(1, 1, 1), month(2, 1, 2), month(3, 1, 4), month(4, 1, 8)]
    const inHall = { meter_group_id: 6 }
    const meters = [
      { ...counter(1, 'kWh', inHall), group: '第一工場' },
      { ...counter(2, 'kWh', inHall), group: '第一工場' },
      { ...counter(3, 'm³', inHall), group: '第一工場' },
      counter(4),
    ]
    const rows = groupedRows(meters, { by: 'group', table: usageTable(usages, year) })
    expect(
      rows.map(({ name, unit, groupedId, total }) => [
        name,
        unit,
        groupedId,
        total.usage && toNumber(total.usage),
      ]),
    ).toEqual([
      ['第一工場', 'kWh', 6, 3],
      ['第一工場', 'm³', 6, 4],
      ['グループなし', 'kWh', null, 8],
    ])
  })
})
