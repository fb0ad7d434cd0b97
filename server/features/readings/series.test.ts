// Covers docs/requirements.md: 158, 239, 271

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Series } from '../../../contract/readings.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addPicture, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { seriesOf as readSeries } from './series.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ask = (query: string) =>
  test.ask('GET', `/api/v1/meters-values/series?${query}`, { as: test.own.general })
const seriesOf = async (query: string) => dataOf('series', await ask(query))
const one = async (query: string): Promise<Series> => {
  const [series] = await seriesOf(query)
  if (series === undefined) throw new Error('no series')
  return series
}
const span = (text: string) => `recorded_span=${encodeURIComponent(text)}`
const meter = (given = {}) => addMeter(test.deps.database, test.own.id, given)
const values = ({ points }: Series) => points.map(({ value }) => value)

/** A reading a minute, or every so many, from the first of September: a wave of a day’s length, empty or abnormal where told. */
const addWave = (
  meterId: number,
  count: number,
  value = 'sin(i / 1440.0 * 6.2832)',
  abnormal = 'false',
  step = 1,
) =>
  test.deps.database.asSystem(async (tx) => {
    await tx.execute(sql`insert into readings
      (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      select ${test.own.id}, ${meterId}, ${sql.raw(value)}, 'reader', 'analog', ${sql.raw(abnormal)},
        timestamptz '2026-09-01 00:00+09' + i * ${step} * interval '1 minute'
      from generate_series(0, ${count - 1}) as i`)
    // As autovacuum does within a minute.
    await tx.execute(sql`analyze readings`)
  })

/** From -1 to 1, a day to a period. */
const wave = (minute: number) => Math.sin((minute / 1440) * 6.2832)

/** How far the line through some points is at most from a reading a minute. */
function farthestFrom(
  reading: (minute: number) => number,
  count: number,
  points: readonly { createdAt: Date; value: number | null }[],
): number {
  const start = Date.UTC(2026, 7, 31, 15)
  let farthest = 0
  let next = 1
  for (let minute = 0; minute < count; minute++) {
    const at = start + minute * 60_000
    while (Number(points[next]?.createdAt ?? Infinity) < at) next++
    const [before, after] = [points[next - 1], points[next]]
    if (before === undefined || after === undefined) throw new Error('the ends are missing')
    const [from, to] = [before.value ?? Number.NaN, after.value ?? Number.NaN]
    const along = (at - Number(before.createdAt)) / (Number(after.createdAt) - Number(before.createdAt))
    farthest = Math.max(farthest, Math.abs(from + (to - from) * along - reading(minute)))
  }
  return farthest
}

describe('a series', () => {
  it('has every reading by time while they are few, empty ones too, without deleted ones, and the latest', async () => {
    const of = await meter()
    const at = (hour: number) => ({ createdAt: new Date(Date.UTC(2026, 10, 1, hour)) })
    const last = await addReading(test.deps.database, of, { ...at(4), value: 3 })
    await addReading(test.deps.database, of, { ...at(1), value: 1 })
    await addReading(test.deps.database, of, { ...at(3), value: null, isAbnormal: true })
    await addReading(test.deps.database, of, { ...at(2), value: 9, deletedAt: new Date() })
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const waiting = { value: null, valueSource: 'reader', readState: 3, pictureSha256 } as const
    await addReading(test.deps.database, of, { ...at(0), ...waiting })
    const series = await one(`meter_ids=${of.id}`)
    expect(series).toMatchObject({ meter_id: of.id, count: 4, latest: { id: last.id, value: 3 } })
    expect(
      series.points.map(({ value, is_abnormal, read_state }) => [value, is_abnormal, read_state]),
    ).toEqual([
      [null, false, 3],
      [1, false, null],
      [null, true, null],
      [3, false, null],
    ])
    expect(series.points[1]?.created_at).toBe('2026-11-01T10:00:00.000+09:00')
  })

  it('keeps to the selection, its latest reading as well; a meter without any has an empty one', async () => {
    const [of, other] = [await meter({ name: 'あ' }), await meter({ name: 'い' })]
    await addWave(of.id, 3000)
    const [first, second] = await seriesOf(
      `meter_ids=${other.id},${of.id}&${span('2026-09-01>,2026-09-01<')}`,
    )
    expect(first).toMatchObject({ meter_id: of.id, count: 1440 })
    expect(first?.latest?.created_at).toBe('2026-09-01T23:59:00.000+09:00')
    expect(first?.points.at(-1)?.id).toBe(first?.latest?.id)
    expect(second).toEqual({ meter_id: other.id, count: 0, unconfirmed_times: 0, points: [], latest: null })
  })

  it.each([10, 57, 1000])(
    'of thousands has at most %i points, with both ends and the extremes',
    async (limit) => {
      const of = await meter()
      await addWave(
        of.id,
        20_000,
        'case i when 7777 then 50 when 12345 then -50 else sin(i / 1440.0 * 6.2832) end',
      )
      const series = await one(`meter_ids=${of.id}&limit=${limit}`)
      expect(series.count).toBe(20_000)
      expect(series.points.length).toBeLessThanOrEqual(limit)
      expect(series.points.length).toBeGreaterThan(limit / 3)
      const times = series.points.map(({ created_at }) => Date.parse(created_at))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(new Set(series.points.map(({ id }) => id)).size).toBe(series.points.length)
      expect(values(series)).toEqual(expect.arrayContaining([50, -50]))
      expect(series.points[0]?.created_at).toBe('2026-09-01T00:00:00.000+09:00')
      expect(series.points.at(-1)?.id).toBe(series.latest?.id)
    },
  )

  it('has at most 400 points where nobody says how many', async () => {
    const of = await meter()
    await addWave(of.id, 20_000)
    const { points } = await one(`meter_ids=${of.id}`)
    expect(points.length).toBeLessThanOrEqual(400)
    expect(points.length).toBeGreaterThan(400 / 3)
  })

  it('follows the shape: between two neighbours there is no reading far from both', async () => {
    const of = await meter()
    await addWave(of.id, 20_000)
    const { points } = await one(`meter_ids=${of.id}&limit=1000`)
    const drawn = points.map(({ created_at, value }) => ({ createdAt: new Date(created_at), value }))
    expect(farthestFrom(wave, 20_000, drawn)).toBeLessThan(0.12)
  })

  it('of a month of minutes shows what happens within an hour', async () => {
    const of = await meter()
    await addWave(of.id, 43_200, 'sin(i / 60.0 * 6.2832)')
    const { points } = await one(`meter_ids=${of.id}&limit=1000`)
    const quarters = Map.groupBy(points, ({ created_at }) =>
      Math.floor((Date.parse(created_at) + 10_800_000) / 21_600_000),
    )
    expect(quarters.size).toBe(30 * 4)
    for (const quarter of quarters.values()) {
      const shown = quarter.map(({ value }) => value ?? 0)
      expect(Math.max(...shown)).toBeGreaterThan(0.9999)
      expect(Math.min(...shown)).toBeLessThan(-0.9999)
    }
  })

  it('loses no abnormal reading while they are at most half of the points', async () => {
    const of = await meter()
    await addWave(of.id, 20_000, 'case when i % 150 = 3 then null else 1 end', 'i % 150 in (3, 77)')
    const series = await one(`meter_ids=${of.id}&limit=1000`)
    expect(series.points.filter(({ is_abnormal }) => is_abnormal)).toHaveLength(134 + 133)
    expect(series.points.length).toBeLessThanOrEqual(1000)
  })

  it('shows abnormal readings and gaps in every interval that has them when they are too many to show', async () => {
    const of = await meter()
    await addWave(of.id, 20_000, 'case when i % 5 = 3 then null else i % 7 end', 'i % 5 = 3 or i % 7 = 3')
    const { points } = await one(`meter_ids=${of.id}&limit=120`)
    expect(points.length).toBeLessThanOrEqual(120)
    expect(points.filter(({ value }) => value === null).length).toBeGreaterThanOrEqual(20)
    expect(
      points.filter(({ value, is_abnormal }) => is_abnormal && value !== null).length,
    ).toBeGreaterThanOrEqual(20)
  })

  it('of very many is downsampled by days: the same ends, extremes, abnormal readings and gaps', async () => {
    const of = await meter()
    const other = await meter()
    const extremes = 'case i when 7777 then 50 when 9999 then -50 when 555 then null else 0 end'
    await addWave(of.id, 20_000, extremes, 'i in (555, 666)', 10)
    await addWave(
      other.id,
      12_000,
      'case when i % 5 = 3 then null else i % 7 end',
      'i % 5 = 3 or i % 7 = 3',
      10,
    )
    const query = {
      meter_ids: [of.id, other.id],
      // Begins and ends in the middle of a day.
      recorded_span: { from: '2026-09-01-00-05', to: '2027-01-17-12-00' },
      limit: 1000,
    } as Parameters<typeof readSeries>[2]
    const { general, id } = test.own
    const { series: found } = await test.deps.database.inOrganization(id, general.id, (tx) =>
      readSeries(tx, { organizationId: id, timeZone: 'Asia/Tokyo' }, query, { maxRows: 10_000 }),
    )
    const drawn = (meterId: number) => {
      const series = found.find((one) => one.meterId === meterId)
      if (series === undefined) throw new Error('a series is missing')
      expect(series.points.length).toBeLessThanOrEqual(1000)
      return series
    }
    const series = drawn(of.id)
    expect(series.count).toBe(19_944)
    expect(series.points.length).toBeGreaterThan(250)
    expect(series.points.map(({ value }) => value)).toEqual(expect.arrayContaining([50, -50, null]))
    expect(series.points.filter(({ isAbnormal }) => isAbnormal)).toHaveLength(2)
    expect(series.points[0]?.createdAt).toEqual(new Date('2026-09-01T00:10:00+09:00'))
    expect(series.points.at(-1)?.id).toBe(series.latest?.id)
    const full = drawn(other.id)
    expect(full.points.filter(({ value }) => value === null).length).toBeGreaterThanOrEqual(80)
    expect(
      full.points.filter((point) => point.isAbnormal && point.value !== null).length,
    ).toBeGreaterThanOrEqual(80)
  })

  it('of very many in few days follows the shape of each day all the same', async () => {
    const of = await meter()
    await addWave(of.id, 7200)
    const { general, id } = test.own
    const query = { meter_ids: [of.id], limit: 1000 } as Parameters<typeof readSeries>[2]
    const {
      series: [series],
    } = await test.deps.database.inOrganization(id, general.id, (tx) =>
      readSeries(tx, { organizationId: id, timeZone: 'Asia/Tokyo' }, query, { maxRows: 1000 }),
    )
    expect(series?.points.length).toBeLessThanOrEqual(1000)
    // Days that are few leave their points to the shape.
    expect(series?.points.length).toBeGreaterThan(900)
    expect(farthestFrom(wave, 7200, series?.points ?? [])).toBeLessThan(0.12)
  })

  it('is given of fifty meters at once and refused of more, naming the filter', async () => {
    const unit = 40
    for (let index = 0; index < 50; index++) await meter({ meterUnitId: unit })
    expect(await seriesOf(`meter_unit_ids=${unit}`)).toHaveLength(50)
    await meter({ meterUnitId: unit })
    const refused = await ask(`meter_unit_ids=${unit}`)
    expect(refused.status).toBe(400)
    expect(failureOf(refused)).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'meter_ids', message: 'グラフに表示できるメーターは50件までです' }],
    })
  })
})
