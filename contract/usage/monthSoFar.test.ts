// Covers docs/requirements.md: 802, 803, 804, 932

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toNumber } from './decimal.ts'
import { type KnownMonths, monthsUntil, monthsWithoutReading, unusualMonth } from './monthSoFar.ts'
import { alwaysCounting } from './timeline.ts'
import { type BoundaryIndex, ledgerOf, usageBetween, usageSoFar } from './usage.ts'
import type { UsageRow } from './usages.ts'

const at = (local: string) => Date.parse(`${local}:00+09:00`)
const month = (name: string, usage: number | null, given: Partial<UsageRow> = {}): UsageRow => {
  const from = `${name}-01T00:00:00+09:00`
  const next = new Date(Date.parse(`${name}-01T00:00:00Z`))
  next.setUTCMonth(next.getUTCMonth() + 1)
  const to = `${next.toISOString().slice(0, 10)}T00:00:00+09:00`
  const mark = usage === null ? 'unknown' : 'exact'
  return { meter_id: 1, from, to, usage, mark, is_corrected: false, start: null, end: null, ...given }
}
const index = (value: number, local: string) => ({ value, at: `${local}:00+09:00`, reading_ids: [1] })
const until = (usage: number, value: number, local: string) => ({
  so_far: { usage, mark: 'exact' as const, end: index(value, local) },
})
const counting = { digits: 5, decimals: 1, multiplier: 1, rate: null }
const known = (rows: UsageRow[], given: Partial<KnownMonths> = {}): KnownMonths => ({
  counting,
  rounding: 'none',
  limits: { percent: 50, least: 0 },
  rows,
  shown: [],
  replacement: null,
  ...given,
})
const usages = (given: KnownMonths, local: string) => {
  const { previous, current } = monthsUntil(given, at(local))
  return [previous && toNumber(previous.usage), current && toNumber(current.usage)]
}

describe('the months that a phone knows', () => {
  const november = month('2026-11', 300)
  const december = month('2026-12', null, until(50, 1050, '2026-12-06T00:00'))

  it('go on from the last index of the server to what the phone holds', () => {
    expect(usages(known([november, december]), '2026-12-20T09:00')).toEqual([300, 50])
    const shown = [{ value: 1062.5, at: at('2026-12-08T09:00') }]
    expect(usages(known([november, december], { shown }), '2026-12-20T09:00')).toEqual([300, 62.5])
  })

  it('cut a reading that lies behind the end of the month', () => {
    const rows = [
      month('2026-11', null, {
        start: index(700, '2026-11-01T00:00'),
        ...until(300, 1000, '2026-11-28T09:00'),
      }),
      month('2026-12', null),
    ]
    const shown = [{ value: 1060, at: at('2026-12-03T09:00') }]
    expect(usages(known(rows, { shown }), '2026-12-03T09:00')).toEqual([331.5, 28.5])
  })

  it('go over a replacement and a rollover, multiplied', () => {
    const replacement = { at: at('2026-12-08T10:00'), oldEnd: 1070, newStart: 1 }
    const shown = [{ value: 6, at: at('2026-12-09T09:00') }]
    expect(usages(known([november, december], { shown, replacement }), '2026-12-20T09:00')).toEqual([300, 75])
    const rolling = month('2026-12', null, until(400, 9995, '2026-12-06T00:00'))
    const rate = { usual: 1, greatest: 10, days: 30 }
    const given = {
      shown: [{ value: 5, at: at('2026-12-08T00:00') }],
      counting: { ...counting, rate, multiplier: 40 },
    }
    expect(usages(known([november, rolling], given), '2026-12-20T09:00')).toEqual([300, 800])
  })

  it.each([
    [552, 34],
    [510, -8],
  ])('settle an estimate with the reading %i that the phone holds, as the server does', (value, settled) => {
    const estimate = { ...index(518, '2026-12-01T00:00'), reading_ids: [] }
    const start = index(500, '2026-11-01T00:00')
    const estimated = month('2026-11', 18, { mark: 'estimated', start, end: estimate })
    const shown = [{ value, at: at('2026-12-08T09:00') }]
    const settling = known([estimated, month('2026-12', null, { start: estimate })], { shown })
    expect(usages(settling, '2026-12-20T09:00')).toEqual([18, settled])
    expect(monthsUntil(settling, at('2026-12-20T09:00')).current).toMatchObject({ mark: 'estimated' })
  })

  it('are as uncertain as the least certain part, and say that a person corrected them', () => {
    const corrected = month('2026-11', 300, { mark: 'estimated', is_corrected: true })
    const shown = [{ value: 1062.5, at: at('2026-12-08T09:00') }]
    expect(monthsUntil(known([corrected, december], { shown }), at('2026-12-20T09:00'))).toMatchObject({
      previous: { mark: 'estimated', isCorrected: true },
      current: { mark: 'exact', isCorrected: false },
    })
    const later = [...shown, { value: 1300, at: at('2027-01-03T09:00') }]
    const rows = [december, month('2027-01', null)]
    expect(monthsUntil(known(rows, { shown: later }), at('2027-01-04T09:00'))).toMatchObject({
      previous: { mark: 'interpolated' },
      current: { mark: 'interpolated' },
    })
  })

  it('are unknown where nobody knows', () => {
    expect(usages(known([]), '2026-12-20T09:00')).toEqual([null, null])
    expect(usages(known([november, month('2026-12', null)]), '2026-12-20T09:00')).toEqual([300, null])
    const shown = [{ value: 900, at: at('2026-12-08T09:00') }]
    expect(usages(known([november, december], { shown }), '2026-12-20T09:00')).toEqual([300, 50])
  })

  it('are those that the ledger finds with all readings', () => {
    const step = fc.record({ hours: fc.integer({ min: 1, max: 400 }), amount: fc.nat({ max: 90 }) })
    const bounds = ['2026-10', '2026-11', '2026-12', '2027-01'].map((name) => at(`${name}-01T00:00`))
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), fc.nat(13), (steps, sent) => {
        let [time, value] = [at('2026-10-01T00:00') - 3_600_000, 1000]
        const entries = steps.map(({ hours, amount }, readingId) => {
          time += hours * 3_600_000
          value += amount
          return { at: time, value, readingId, isEstimate: false }
        })
        const ledger = (some: typeof entries) =>
          ledgerOf({ ...alwaysCounting(counting), entries: some, replacements: [], rounding: 'none' })
        const server = ledger(entries.slice(0, sent + 1))
        const boundary = (found: BoundaryIndex | null) =>
          found && {
            value: toNumber(found.value),
            at: new Date(found.at).toISOString(),
            reading_ids: found.readingIds,
          }
        const rows = bounds.slice(1).map((to, each) => {
          const from = bounds[each] ?? to
          const { usage, start, end } = usageBetween(server, from, to)
          const soFar = usage === null ? usageSoFar(server, from, to) : null
          return month(`2026-${10 + each}`, usage && toNumber(usage), {
            start: boundary(start),
            end: boundary(end),
            ...(soFar?.usage && {
              so_far: {
                usage: toNumber(soFar.usage),
                mark: soFar.mark,
                end: boundary(soFar.end) ?? index(0, ''),
              },
            }),
          })
        })
        const moment = entries.at(-1)?.at ?? 0
        const { current } = monthsUntil(known(rows, { shown: entries.slice(sent + 1) }), moment)
        const row = rows.find(({ from, to }) => Date.parse(from) <= moment && moment < Date.parse(to))
        const all = row && usageBetween(ledger(entries), Date.parse(row.from), moment).usage
        // What a phone cannot know is only unknown: an index before the first month, or a month without a row.
        if (all && current?.until === moment) expect(toNumber(current.usage)).toBeCloseTo(toNumber(all), 6)
      }),
    )
  })
})

describe('a value that makes a month implausible', () => {
  const [lastYear, november] = [month('2025-12', 310), month('2026-11', 300)]
  const december = (usage: number, value: number, local: string) =>
    month('2026-12', null, until(usage, value, local))
  const rows = [lastYear, november, december(50, 1050, '2026-12-06T00:00')]
  const shown = (value: number, local: string) => ({ value, at: at(local) })

  it('is found from the tenth day on, against the month before and a year ago', () => {
    const found = unusualMonth(known(rows), shown(1160, '2026-12-11T00:00'))
    expect(found).toMatchObject({ isCurrent: true, check: 'previous', count: { isWhole: false } })
    expect(found && toNumber(found.count.usage)).toBe(160)
    expect(unusualMonth(known(rows), shown(1149, '2026-12-11T00:00'))).toBeNull()
    const wide = { limits: { percent: 80, least: 0 } }
    expect(unusualMonth(known(rows, wide), shown(1160, '2026-12-11T00:00'))).toBeNull()
    expect(unusualMonth(known(rows), shown(1160, '2026-12-10T23:00'))).toBeNull()
    const low = [month('2025-12', 100), ...rows.slice(1)]
    expect(unusualMonth(known(low), shown(1110, '2026-12-11T00:00'))?.check).toBe('last_year')
  })

  it('is found where nothing was used', () => {
    const idle = [lastYear, november, december(0, 1000, '2026-12-06T00:00')]
    expect(unusualMonth(known(idle), shown(1000, '2026-12-12T00:00'))?.check).toBe('zero')
  })

  it('is not found again while the month stays implausible', () => {
    const before = [lastYear, november, december(200, 1200, '2026-12-12T00:00')]
    expect(unusualMonth(known(before), shown(1220, '2026-12-13T00:00'))).toBeNull()
  })

  it('is found in the month before, where the value completes it', () => {
    const open = month('2026-11', null, {
      start: index(700, '2026-11-01T00:00'),
      ...until(140, 840, '2026-11-28T09:00'),
    })
    const months = [month('2025-11', 320), month('2026-10', 310), open, month('2026-12', null)]
    const found = unusualMonth(known(months), shown(1400, '2026-12-01T09:00'))
    expect(found).toMatchObject({
      isCurrent: false,
      check: 'previous',
      isMore: true,
      count: { isWhole: true },
    })
    expect(unusualMonth(known(months), shown(1030, '2026-12-01T09:00'))).toBeNull()
  })

  it('is not found without a month to compare with, or where the value is lower than the last one', () => {
    expect(
      unusualMonth(known([december(50, 1050, '2026-12-06T00:00')]), shown(2000, '2026-12-20T00:00')),
    ).toBeNull()
    expect(unusualMonth(known(rows), shown(1000, '2026-12-20T00:00'))).toBeNull()
  })
})

describe('a corrected reading', () => {
  const other = (value: number, local: string) => ({ ...index(value, local), reading_ids: [2] })
  const before = { value: 1050, at: at('2026-12-06T00:00') }
  const unusual = (rows: UsageRow[], around: KnownMonths['shown'], corrected: number, local: string) => {
    const reading = { id: 1, at: at(local) }
    const found = unusualMonth(monthsWithoutReading(known(rows), reading, around), {
      value: corrected,
      at: reading.at,
    })
    return found && [found.month, toNumber(found.count.usage)]
  }

  it('is judged by its month without it, from the first of the month on', () => {
    const december = month('2026-12', null, {
      start: other(1000, '2026-12-01T00:00'),
      ...until(120, 1120, '2026-12-11T00:00'),
    })
    const rows = [month('2026-11', 300), december]
    expect(unusual(rows, [before], 1160, '2026-12-11T00:00')).toEqual(['2026-12', 160])
    expect(unusual(rows, [before], 1149, '2026-12-11T00:00')).toBeNull()
    expect(unusualMonth(known(rows), { value: 1160, at: at('2026-12-11T00:00') })).toBeNull()
  })

  it('is judged by the month that it completed, also with later readings', () => {
    const boundary = index(1000, '2026-12-01T00:00')
    const rows = [
      month('2026-10', 310, { end: other(700, '2026-11-01T00:00') }),
      month('2026-11', 300, { start: other(700, '2026-11-01T00:00'), end: boundary }),
      month('2026-12', null, { start: boundary, ...until(60, 1060, '2026-12-05T00:00') }),
    ]
    const around = [
      { value: 700, at: at('2026-11-01T00:00') },
      { value: 1060, at: at('2026-12-05T00:00') },
    ]
    expect(unusual(rows, around, 820, '2026-12-01T00:00')).toEqual(['2026-11', 120])
    expect(unusual(rows, around, 1010, '2026-12-01T00:00')).toBeNull()
  })

  it('changes only days where a later reading is in its month', () => {
    const rows = [
      month('2026-11', 300),
      month('2026-12', null, {
        start: other(1000, '2026-12-01T00:00'),
        ...until(130, 1130, '2026-12-14T00:00'),
      }),
    ]
    const after = { value: 1130, at: at('2026-12-14T00:00') }
    expect(unusual(rows, [before, after], 1125, '2026-12-12T00:00')).toBeNull()
  })
})
