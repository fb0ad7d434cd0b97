// Covers docs/requirements.md: 391, 392, 394

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { deviceWatch } from '../../../tests/support/server/device-watch.ts'
import { arrivalSums } from './arrivals-of-devices.ts'

let test: TestApp
let watch: ReturnType<typeof deviceWatch>
beforeAll(async () => {
  test = await createTestApp()
  watch = deviceWatch(test)
})
afterAll(() => test.close())

const at = (text: string) => new Date(`${text}+09:00`)
/** Sessions end after a while: whoever asks has just signed in. */
const ask = async (path: string) =>
  test.ask('GET', `/api/v1/${path}`, { as: await test.signIn(test.own.general) })
const days = async (id: number, span: string) =>
  dataOf('deviceArrivals', await ask(`device/${id}/arrivals?created_span=${span}`)).map(
    ({ date, scheduled, arrived, late, missing }) =>
      `${date.slice(5)} ${scheduled} ${arrived} ${late} ${missing}`,
  )
const sums = (id: number) =>
  watch
    .within((tx) => arrivalSums(tx, test.own.id, 'Asia/Tokyo', test.deps.clock(), [id]))
    .then((found) => found.get(id))

describe('arrivals of a device', () => {
  it('are told by day: scheduled, arrived, of these late, and missing', async () => {
    watch.goTo('2026-10-31T20:00')
    const id = await watch.add()
    watch.goTo('2026-11-01T15:01')
    await watch.report(id)
    // A heartbeat is no picture.
    watch.goTo('2026-11-02T15:01')
    await watch.report(id, { measurements: 0 })
    watch.goTo('2026-11-03T22:00')
    await watch.report(id, { measuredAt: at('2026-11-03T15:00') })
    watch.goTo('2026-11-04T16:00')
    expect(await days(id, '2026-10-31>')).toEqual([
      '10-31 0 0 0 0',
      '11-01 1 1 0 0',
      '11-02 1 0 0 1',
      '11-03 1 1 1 0',
      // Still awaited.
      '11-04 0 0 0 0',
    ])
    // What was measured after a span serves what was due in it, until the next due time.
    watch.goTo('2026-11-05T02:00')
    await watch.report(id)
    watch.goTo('2026-11-20T12:00')
    expect(await days(id, '2026-11-04>,2026-11-04<')).toEqual(['11-04 1 1 1 0'])
    expect((await days(id, '2026-11-05<')).slice(-2)).toEqual(['11-04 1 1 1 0', '11-05 1 0 0 1'])
  })

  it('follow the schedule of the day, through changes, deletion and restoration', async () => {
    watch.goTo('2027-02-26T12:00')
    const id = await watch.add()
    watch.goTo('2027-02-27T12:00')
    await watch.edit(id, { intervalCrons: '0 9,17 * * *' })
    watch.goTo('2027-02-28T12:00')
    await watch.edit(id, { deletedAt: test.deps.clock() })
    watch.goTo('2027-03-02T12:00')
    await watch.edit(id, { deletedAt: null })
    watch.goTo('2027-03-03T23:00')
    expect(await days(id, '2027-02-26>')).toEqual([
      '02-26 1 0 0 1',
      '02-27 1 0 0 1',
      '02-28 1 0 0 1',
      '03-01 0 0 0 0',
      '03-02 1 0 0 1',
      '03-03 2 0 0 2',
    ])
    await watch.edit(id, { deletedAt: test.deps.clock() })
    expect((await days(id, '2027-03-03>'))[0]).toBe('03-03 2 0 0 2')
  })

  it('leave out what was due while no server ran', async () => {
    watch.goTo('2027-04-01T00:00')
    const id = await watch.add({ intervalCrons: '0 * * * *' })
    await watch.downUntil('2027-04-01T05:30', '2027-04-01T11:30')
    watch.goTo('2027-04-02T12:00')
    expect(await days(id, '2027-04-01>,2027-04-01<')).toEqual(['04-01 17 0 0 17'])
  })

  it('have 29 February, and days of 23 and 25 hours', async () => {
    watch.goTo('2028-02-28T00:00')
    const leap = await watch.add({ intervalCrons: '0 12 29 2 *' })
    watch.goTo('2028-03-02T00:00')
    expect(await days(leap, '2028-02-28>,2028-03-01<')).toEqual([
      '02-28 0 0 0 0',
      '02-29 1 0 0 1',
      '03-01 0 0 0 0',
    ])
    const zone = (name: string) =>
      test.deps.database.asSystem((tx) =>
        tx.execute(sql`update organizations set time_zone = ${name} where id = ${test.own.id}`),
      )
    await zone('America/New_York')
    try {
      watch.goTo('2029-03-01T00:00')
      const hourly = await watch.add({ intervalCrons: '0 * * * *' })
      watch.goTo('2029-11-10T00:00')
      expect(await days(hourly, '2029-03-10>,2029-03-12<')).toEqual([
        '03-10 24 0 0 24',
        '03-11 23 0 0 23',
        '03-12 24 0 0 24',
      ])
      expect(await days(hourly, '2029-11-04>,2029-11-05<')).toEqual(['11-04 25 0 0 25', '11-05 24 0 0 24'])
    } finally {
      await zone('Asia/Tokyo')
    }
  })

  it('of every minute are told for a year, and no longer at once', async () => {
    watch.goTo('2030-01-01T00:00')
    const id = await watch.add({ intervalCrons: '* * * * *' })
    watch.goTo('2031-01-02T00:00')
    const year = await days(id, '2030-01-01>,2030-12-31<')
    expect(year).toHaveLength(365)
    expect(new Set(year.slice(1).map((day) => day.slice(6)))).toEqual(new Set(['1440 0 0 1440']))
    const answer = await ask(`device/${id}/arrivals?created_span=2029-11-01>,2030-12-31<`)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues?.[0]?.path).toBe('created_span')
    expect(await days(id, '2030-12-31>,2030-12-01<')).toEqual([])
  })
})

describe('arrivals of all devices', () => {
  it('are of the last 7 and 30 days with today, for those that have a schedule', async () => {
    watch.goTo('2032-01-01T12:00')
    const [id, none] = [await watch.add(), await watch.add({ intervalCrons: null })]
    for (let day = 1; day <= 31; day++) {
      watch.goTo(`2032-01-${String(day).padStart(2, '0')}T15:00`)
      if (day % 2 === 0) await watch.report(id)
    }
    watch.goTo('2032-01-31T23:00')
    // From 2 January; from 25 January.
    expect(await sums(id)).toEqual({
      week: { scheduled: 7, arrived: 3, late: 0, missing: 4 },
      month: { scheduled: 30, arrived: 15, late: 0, missing: 15 },
    })
    expect(await sums(none)).toBeUndefined()
  })

  it('are summed of today so far, without deleted ones and other organizations', async () => {
    watch.goTo('2033-05-01T00:00')
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update devices set interval_crons = null, next_due_at = null, missed_at = null`),
    )
    const [punctual] = [
      await watch.add({ intervalCrons: '0 9 * * *' }),
      await watch.add({ intervalCrons: '0 3 * * *' }),
    ]
    await deviceWatch(test, test.other.id).add({ intervalCrons: '0 3 * * *' })
    const gone = await watch.add({ intervalCrons: '0 3 * * *' })
    watch.goTo('2033-05-01T08:00')
    await watch.edit(gone, { deletedAt: test.deps.clock() })
    const today = async () => dataOf('arrivalsToday', await ask('device-arrivals'))
    expect(await today()).toEqual({ scheduled: 1, arrived: 0, late: 0, missing: 1, waiting: 0 })
    watch.goTo('2033-05-01T09:01')
    await watch.report(punctual)
    expect(await today()).toEqual({ scheduled: 2, arrived: 1, late: 0, missing: 1, waiting: 0 })
    watch.goTo('2033-05-02T01:00')
    expect(await today()).toEqual({ scheduled: 0, arrived: 0, late: 0, missing: 0, waiting: 0 })
  })

  it('come with how many pictures wait to be read, of the own organization', async () => {
    const { database, jobs } = test.deps
    const enqueue = (organizationId: number, readingId: number) =>
      database.inOrganization(organizationId, null, (tx) =>
        jobs.enqueue(tx, 'read-picture', [{ organizationId, readingId, meterId: readingId }]),
      )
    for (const readingId of [1, 2, 3]) await enqueue(test.own.id, readingId)
    await enqueue(test.other.id, 4)
    expect(dataOf('arrivalsToday', await ask('device-arrivals')).waiting).toBe(3)
  })
})
