// Covers docs/requirements.md: 560, 591, 599

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlert, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { alerts, readingChanges, readings, roundMarks } from '../../db/schema.ts'
import { setMeasuredAt } from './repository.ts'
import { seriesOf } from './series.ts'

type Row = typeof readings.$inferSelect
type Given = Parameters<typeof addReading>[2]

let test: TestApp
let meter: Awaited<ReturnType<typeof addMeter>>
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  meter = await addMeter(test.deps.database, test.own.id, {
    meterCategoryId: 4,
    digitNumber: 5,
    decimalPoint: 1,
    emergencyStartValue: 900,
    emergencyEndValue: 1000,
  })
})
afterAll(() => test.close())

const system = <T>(work: Parameters<typeof test.deps.database.asSystem<T>>[0]) =>
  test.deps.database.asSystem(work)
/** Of a day in Tokyo. */
const at = (time: string) => new Date(`2026-11-20T${time}:00+09:00`)
const add = (value: number, time: string, given: Given = {}) =>
  addReading(test.deps.database, meter, {
    value,
    deviceValue: value,
    valueSource: 'device',
    source: 'camera',
    createdAt: at(time),
    isAbnormal: value >= 900,
    ...given,
  })
const unconfirmed: Given = { timeMark: 'unconfirmed' }
const ask = (path: string, as = test.own.general) => test.ask('GET', path, { as })
const list = async () => dataOf('readings', await ask(`/api/v1/meters-values?meter_ids=${meter.id}`))
/** Newest first. */
const amounts = async () =>
  (await list()).map(({ value, consumption }) => [value, consumption?.amount, consumption?.note])
const setTime = (id: number, created_at: string | null, as = test.own.general) =>
  test.ask('PUT', `/api/v1/meter-value/${id}/measured-at`, { as, body: { created_at } })
const rowOf = async ({ id }: Row) => {
  const [row] = await system((tx) => tx.select().from(readings).where(eq(readings.id, id)))
  return row
}
const changesOf = ({ id }: Row) =>
  system((tx) => tx.select().from(readingChanges).where(eq(readingChanges.readingId, id)))

/** Measured at 12:00 by a clock that is five hours behind. */
async function addWithWrongTime(): Promise<Row> {
  await add(100, '06:00')
  await add(110, '08:00')
  const wrong = await add(130, '07:00', unconfirmed)
  await add(140, '14:00')
  return wrong
}

describe('a reading of an unconfirmed time', () => {
  it('has no consumption and is not the reading before another, so that nothing goes backwards', async () => {
    const wrong = await addWithWrongTime()
    const expected = [
      [140, 30, null],
      [110, 10, null],
      [130, undefined, undefined],
      [100, undefined, undefined],
    ]
    expect(await amounts()).toEqual(expected)
    // A single reading looks up the one before it.
    const [, after] = await list()
    const looked = dataOf('reading', await ask(`/api/v1/meter-value/${after?.id}`))
    expect(looked).toMatchObject({ value: 110, consumption: { amount: 10, note: null } })
    const one = dataOf('reading', await ask(`/api/v1/meter-value/${wrong.id}`))
    expect(one).toMatchObject({
      value: 130,
      created_at: '2026-11-20T07:00:00.000+09:00',
      consumption: null,
      reasons: ['unconfirmed time'],
    })
    const { text } = await ask(`/api/v1/meters-values/export?meter_ids=${meter.id}`)
    const cells = text.split('\r\n').map((line) => line.split(','))
    expect(cells.slice(1, -1).map((line) => [line[1], line[17], line[18], line[21]])).toEqual([
      ['140.0', '30', '', ''],
      ['110.0', '10', '', ''],
      ['130.0', '', '', '時刻不明'],
      ['100.0', '', '', ''],
    ])
  })

  it('is no evidence for the next photograph, and is marked where it is the latest one', async () => {
    await add(100, '06:00')
    await add(500, '07:00', unconfirmed)
    const { evidence, last_reading } = dataOf('meter', await ask(`/api/v1/meters/${meter.id}`))
    expect(evidence.map(({ value }) => value)).toEqual([100])
    expect(last_reading).toMatchObject({ value: 500, is_unsure: true })
    const latest = await ask(`/api/v1/meters-values/latest?meter_ids=${meter.id}`)
    expect(dataOf('latestReadings', latest)).toMatchObject([
      { value: 500, reasons: ['unconfirmed time'], consumption: null },
    ])
  })

  it('is reported by the alert of the reading', async () => {
    const reading = await add(950, '07:00', unconfirmed)
    await addAlert(test.deps.database, reading)
    const alerts = dataOf('alerts', await ask('/api/v1/meter-alerts?is_alert=true'))
    expect(alerts.find(({ meter_value }) => meter_value.id === reading.id)?.meter_value).toMatchObject({
      reasons: ['unconfirmed time'],
    })
  })

  it('is not drawn in a graph, and counted apart there', async () => {
    await addWithWrongTime()
    const [series] = dataOf('series', await ask(`/api/v1/meters-values/series?meter_ids=${meter.id}`))
    expect(series?.points.map(({ value }) => value)).toEqual([100, 110, 140])
    expect(series).toMatchObject({ count: 3, unconfirmed_times: 1 })
    for (let minute = 10; minute < 40; minute++) await add(135, `13:${minute}`)
    await add(999, '13:05', unconfirmed)
    const some = await ask(`/api/v1/meters-values/series?meter_ids=${meter.id}&limit=10`)
    expect(dataOf('series', some)).toMatchObject([{ count: 33, unconfirmed_times: 2 }])
    const values = dataOf('series', some)[0]?.points.map(({ value }) => value)
    expect(values).toContain(140)
    expect(values).not.toContain(130)
    expect(values).not.toContain(999)
  })
})

it('a reading of an unconfirmed time is not drawn from the rollups of days either', async () => {
  const day = (days: number) => new Date(at('12:00').getTime() - days * 86_400_000)
  for (let days = 1; days <= 40; days++) {
    await add(100 - days, '12:00', { createdAt: day(days) })
    // Just before the reading that is looked up as the first one after some time.
    const createdAt = new Date(day(days).getTime() - 1000)
    await add(days % 2 === 0 ? 999 : 1, '12:00', { createdAt, ...unconfirmed })
  }
  const query = { meter_ids: [meter.id], limit: 10 }
  const values = async () => {
    const { series } = await test.deps.database.inOrganization(test.own.id, null, (tx) =>
      seriesOf(tx, { organizationId: test.own.id, timeZone: 'Asia/Tokyo' }, query, { maxRows: 5 }),
    )
    return series[0]?.points.map(({ value }) => value) ?? []
  }
  expect(await values()).toEqual(expect.arrayContaining([99, 60]))
  expect(await values()).not.toContain(999)
  expect(await values()).not.toContain(1)
})

describe('confirming a time', () => {
  it('makes the reading count where it is, by a general user, and leaves who did it and when', async () => {
    const wrong = await addWithWrongTime()
    const answer = await setTime(wrong.id, null)
    expect(dataOf('updateReadingTime', answer)).toMatchObject({
      value: 130,
      created_at: '2026-11-20T07:00:00.000+09:00',
      consumption: { amount: 30, note: null },
      reasons: [],
    })
    expect(await amounts()).toEqual([
      [140, 30, null],
      [110, null, 'backwards'],
      [130, 30, null],
      [100, undefined, undefined],
    ])
    expect(await changesOf(wrong)).toMatchObject([
      {
        userId: test.own.general.id,
        action: 'correct',
        before: { created_at: '2026-11-19T22:00:00.000Z', time_mark: 'unconfirmed' },
        after: { created_at: '2026-11-19T22:00:00.000Z', time_mark: null },
      },
    ])
    const changes = await ask(`/api/v1/meter-value/${wrong.id}/changes`)
    const time = { created_at: '2026-11-20T07:00:00.000+09:00' }
    expect(dataOf('readingChanges', changes)).toMatchObject([
      { user: test.own.general.username, action: 'time', before: time, after: time },
    ])
  })

  it('a second time changes nothing', async () => {
    const wrong = await addWithWrongTime()
    await setTime(wrong.id, null)
    expect((await setTime(wrong.id, null)).status).toBe(200)
    expect(await changesOf(wrong)).toHaveLength(1)
  })

  it('of a reading with the time of arrival removes its mark', async () => {
    const { id } = await add(100, '06:00', { timeMark: 'arrival' })
    expect(dataOf('updateReadingTime', await setTime(id, null)).reasons).toEqual([])
  })
})

describe('correcting a time', () => {
  it('makes the reading count at the other time, and what is before and after it', async () => {
    const wrong = await addWithWrongTime()
    const answer = await setTime(wrong.id, '2026-11-20 12:00:00')
    expect(dataOf('updateReadingTime', answer)).toMatchObject({
      created_at: '2026-11-20T12:00:00.000+09:00',
      consumption: { amount: 20, note: null },
      reasons: [],
    })
    expect(await amounts()).toEqual([
      [140, 10, null],
      [130, 20, null],
      [110, 10, null],
      [100, undefined, undefined],
    ])
    expect((await rowOf(wrong))?.updatedAt.getTime()).toBeGreaterThan(wrong.updatedAt.getTime())
    const changes = await ask(`/api/v1/meter-value/${wrong.id}/changes`)
    expect(dataOf('readingChanges', changes)).toMatchObject([
      {
        action: 'time',
        before: { created_at: '2026-11-20T07:00:00.000+09:00' },
        after: { created_at: '2026-11-20T12:00:00.000+09:00' },
      },
    ])
  })

  it('is possible again later, because a person can be wrong', async () => {
    const wrong = await addWithWrongTime()
    await setTime(wrong.id, null)
    await setTime(wrong.id, '2026-11-20 12:00:00', test.own.admin)
    expect((await rowOf(wrong))?.createdAt).toEqual(at('12:00'))
    expect(await changesOf(wrong)).toMatchObject([
      {},
      { userId: test.own.admin.id, after: { created_at: at('12:00').toISOString() } },
    ])
  })

  it('moves the alert of an abnormal value', async () => {
    await add(100, '06:00')
    await add(110, '10:00')
    const wrong = await add(950, '08:00', unconfirmed)
    await setTime(wrong.id, '2026-11-20 09:00:00')
    const alertsNow = () => system((tx) => tx.select().from(alerts).where(eq(alerts.meterId, meter.id)))
    expect(await alertsNow()).toMatchObject([
      { isAlert: false, createdAt: at('09:00'), readingId: wrong.id, updatedAt: at('10:00') },
    ])
    await setTime(wrong.id, '2026-11-20 11:00:00')
    expect(await alertsNow()).toMatchObject([
      { isAlert: true, createdAt: at('11:00'), latestAt: at('11:00') },
    ])
  })

  it.each([
    ['in the future', '2099-01-01 00:00:00'],
    ['that is no time', '2026-02-30 00:00:00'],
  ])('to one %s is refused', async (_what, time) => {
    const wrong = await addWithWrongTime()
    expect(failureOf(await setTime(wrong.id, time)).issues).toMatchObject([{ path: 'created_at' }])
    expect((await rowOf(wrong))?.timeMark).toBe('unconfirmed')
  })

  it.each(['phone', 'entry'] as const)(
    'of a reading of a person (%s) counts both rounds again',
    async (source) => {
      const reading = await addReading(test.deps.database, meter, { source, createdAt: at('06:00') })
      const marksOf = () =>
        system((tx) => tx.select().from(roundMarks).where(eq(roundMarks.meterId, meter.id)))
      await system((tx) => tx.delete(roundMarks).where(eq(roundMarks.meterId, meter.id)))
      expect((await setTime(reading.id, '2026-11-20 12:00:00')).status).toBe(200)
      expect((await rowOf(reading))?.createdAt).toEqual(at('12:00'))
      const marked = new Set((await marksOf()).map((mark) => mark.at.getTime()))
      expect(marked).toEqual(new Set([at('06:00').getTime(), at('12:00').getTime()]))
    },
  )

  it('of another organization’s reading finds nothing and changes nothing', async () => {
    const foreign = await addMeter(test.deps.database, test.other.id)
    const theirs = await addReading(test.deps.database, foreign, {
      source: 'camera',
      timeMark: 'unconfirmed',
    })
    for (const time of [null, '2026-11-20 12:00:00'])
      expect((await setTime(theirs.id, time, test.own.system)).status).toBe(404)
    expect(await rowOf(theirs)).toEqual(theirs)
    expect(await changesOf(theirs)).toEqual([])
  })

  it('is not possible for a call past the function that checks whose reading it is', async () => {
    const { id } = await add(100, '06:00')
    const within = (organizationId: number, work: Parameters<typeof test.deps.database.asSystem>[0]) =>
      test.deps.database.inOrganization(organizationId, null, work)
    const update = within(test.own.id, (tx) =>
      tx
        .update(readings)
        .set({ createdAt: at('07:00') })
        .where(eq(readings.id, id)),
    )
    await expect(update).rejects.toMatchObject({ cause: { code: '42501' } })
    const foreign = within(test.other.id, (tx) => setMeasuredAt(tx, id, at('07:00')))
    await expect(foreign).rejects.toMatchObject({ cause: { code: 'P0001' } })
    await within(test.own.id, (tx) => setMeasuredAt(tx, id, at('07:00')))
  })
})
