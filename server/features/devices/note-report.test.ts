// Covers docs/requirements.md: 383, 387, 389, 390, 392, 401

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { deviceWatch } from '../../../tests/support/server/device-watch.ts'
import { isoInZone } from '../../time-zone.ts'

let test: TestApp
let watch: ReturnType<typeof deviceWatch>
beforeAll(async () => {
  test = await createTestApp()
  watch = deviceWatch(test)
})
beforeEach(() => watch.goTo('2026-11-20T12:00'))
afterAll(() => test.close())

const local = (at: Date | null) => at && isoInZone('Asia/Tokyo', at).slice(0, 16)
const at = (text: string) => new Date(`${text}+09:00`)
const dueOf = async (id: number) => {
  const { nextDueAt, missedAt } = await watch.read(id)
  return [local(nextDueAt), local(missedAt)]
}
const historyOf = async (id: number) => {
  const { rows } = await watch.within((tx) =>
    tx.execute<{ from: string; crons: string | null }>(sql`
      select to_char("from" at time zone 'Asia/Tokyo', 'MM-DD HH24:MI') as from, interval_crons as crons
      from device_schedules where device_id = ${id} order by id`),
  )
  return rows.map(({ from, crons }) => `${from} ${crons}`)
}
/** As the job that checks for silence leaves a device. */
const fallSilent = (id: number, since: string) =>
  watch.within(async (tx) => {
    await tx.execute(sql`insert into device_outages (organization_id, device_id, since, noticed_at, cause)
      values (${test.own.id}, ${id}, ${at(since)}, ${test.deps.clock()}, 'unknown')`)
    await tx.execute(sql`update devices set missed_at = null, status = case when type = 4 then 3 else 5 end
      where id = ${id}`)
  })
const openOutages = async (id: number) =>
  (
    await watch.within((tx) =>
      tx.execute(sql`select from device_outages where device_id = ${id} and ended_at is null`),
    )
  ).rowCount

describe('what is due next', () => {
  it('follows from the schedule when a device is created; missed three hours and the drift later', async () => {
    expect(await dueOf(await watch.add())).toEqual(['2026-11-20T15:00', '2026-11-20T18:03'])
    const patient = await watch.add({ heartbeatTime: 3600, allowTimeDrift: 600 })
    expect(await dueOf(patient)).toEqual(['2026-11-20T15:00', '2026-11-20T16:10'])
    expect(await dueOf(await watch.add({ intervalCrons: null }))).toEqual([null, null])
    expect(await dueOf(await watch.add({ intervalCrons: '0 9 29 2 *' }))).toEqual([
      '2028-02-29T09:00',
      '2028-02-29T12:03',
    ])
    expect(await dueOf(await watch.add({ intervalCrons: '0 9 31 * *' }))).toEqual([
      '2026-12-31T09:00',
      '2026-12-31T12:03',
    ])
  })

  it('moves on with each picture, early as clocks may differ or late, and never back', async () => {
    const id = await watch.add()
    watch.goTo('2026-11-20T14:58')
    await watch.report(id)
    expect(await dueOf(id)).toEqual(['2026-11-21T15:00', '2026-11-21T18:03'])
    watch.goTo('2026-11-21T17:00')
    await watch.report(id, { measuredAt: at('2026-11-20T15:00') })
    expect(await dueOf(id)).toEqual(['2026-11-21T15:00', '2026-11-21T18:03'])
    await watch.report(id, { measuredAt: at('2026-11-21T15:00') })
    expect(await dueOf(id)).toEqual(['2026-11-22T15:00', '2026-11-22T18:03'])
    // By a clock that is days ahead.
    await watch.report(id, { measuredAt: at('2026-11-26T15:00') })
    expect(await dueOf(id)).toEqual(['2026-11-22T15:00', '2026-11-22T18:03'])
    // A person pressed the button.
    watch.goTo('2026-11-22T09:00')
    await watch.report(id)
    expect(await dueOf(id)).toEqual(['2026-11-22T15:00', '2026-11-22T18:03'])
  })

  it('is not what a heartbeat serves, except of a router, which measures nothing', async () => {
    const [camera, router] = [await watch.add(), await watch.add({ type: 1 })]
    watch.goTo('2026-11-20T15:01')
    for (const id of [camera, router]) await watch.report(id, { measurements: 0 })
    expect(await dueOf(camera)).toEqual(['2026-11-20T15:00', '2026-11-20T18:03'])
    expect(await dueOf(router)).toEqual(['2026-11-21T15:00', '2026-11-21T18:03'])
  })

  it('keeps the time of the clock when clocks change', async () => {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ id: number }>(sql`update organizations set time_zone = 'America/New_York'
        where id = ${test.other.id} returning id::int`),
    )
    expect(rows).toHaveLength(1)
    const there = deviceWatch(test, test.other.id)
    // Clocks go on from 2 to 3 o’clock on 8 March 2026, when it is due then, and back on 1 November.
    there.goTo('2026-03-08T12:00')
    const id = await there.add({ intervalCrons: '30 2 * * *' })
    const due = async () => (await there.read(id)).nextDueAt?.toISOString()
    expect(await due()).toBe('2026-03-08T07:00:00.000Z')
    there.goTo('2026-03-08T16:30')
    await there.report(id)
    expect(await due()).toBe('2026-03-09T06:30:00.000Z')
    there.goTo('2026-11-01T16:30')
    await there.report(id)
    expect(await due()).toBe('2026-11-02T07:30:00.000Z')
  })

  it('is taken from a new schedule; what was due before it is still awaited', async () => {
    const id = await watch.add()
    watch.goTo('2026-11-20T13:00')
    await watch.edit(id, { intervalCrons: '0 14 * * *' })
    expect(await dueOf(id)).toEqual(['2026-11-20T14:00', '2026-11-20T17:03'])
    watch.goTo('2026-11-20T16:00')
    await watch.edit(id, { intervalCrons: '0 17 * * *' })
    expect(await dueOf(id)).toEqual(['2026-11-20T14:00', '2026-11-20T17:03'])
    await watch.edit(id, { heartbeatTime: 7200 })
    expect(await dueOf(id)).toEqual(['2026-11-20T14:00', '2026-11-20T16:03'])
    await watch.report(id)
    expect(await dueOf(id)).toEqual(['2026-11-20T17:00', '2026-11-20T19:03'])
    await watch.edit(id, { intervalCrons: null })
    expect(await dueOf(id)).toEqual([null, null])
    expect(await historyOf(id)).toEqual([
      '11-20 12:00 0 15 * * *',
      '11-20 13:00 0 14 * * *',
      '11-20 16:00 0 17 * * *',
      '11-20 16:00 null',
    ])
  })

  it('is nothing once a device is deleted, and begins anew when it is restored', async () => {
    const id = await watch.add()
    watch.goTo('2026-11-20T16:00')
    await watch.edit(id, { deletedAt: test.deps.clock() })
    expect(await dueOf(id)).toEqual([null, null])
    watch.goTo('2026-11-25T16:00')
    await watch.edit(id, { deletedAt: null })
    expect(await dueOf(id)).toEqual(['2026-11-26T15:00', '2026-11-26T18:03'])
    await watch.edit(id, { name: '別の名前' })
    expect(await historyOf(id)).toEqual([
      '11-20 12:00 0 15 * * *',
      '11-20 16:00 null',
      '11-25 16:00 0 15 * * *',
    ])
  })
})

describe('a report', () => {
  it('says what a device is: working, low on battery, in error', async () => {
    const id = await watch.add()
    const reported = async (given: Parameters<typeof watch.report>[1]) => {
      await watch.report(id, given)
      return (await watch.read(id)).status
    }
    expect(await reported({ batteryPer: 80, dbm: -60, runningTime: 100, clockOffsetMs: 400_000 })).toBe(1)
    expect(await reported({ batteryPer: 10 })).toBe(1)
    expect(await reported({ batteryPer: 9 })).toBe(2)
    expect(await reported({ errors: ['E01'] })).toBe(3)
    expect(await reported({ measurements: 0 })).toBe(2)
    expect(await reported({ batteryPer: 100, measurements: 3 })).toBe(1)
    expect(await watch.read(id)).toMatchObject({
      count: 7,
      batteryPer: 100,
      lastDbmRecorded: -60,
      runningTime: 100,
      clockOffsetMs: 400_000,
    })
  })

  it('of a batch that comes newest first says nothing of now any more', async () => {
    const id = await watch.add()
    await watch.report(id, { measuredAt: at('2026-11-20T11:00'), batteryPer: 95, dbm: -55 })
    await watch.report(id, { measuredAt: at('2026-11-19T15:00'), batteryPer: 5, dbm: -95, runningTime: 1 })
    expect(await watch.read(id)).toMatchObject({
      status: 1,
      count: 2,
      batteryPer: 95,
      lastDbmRecorded: -55,
      runningTime: null,
    })
  })

  it('says when a device last communicated and last measured', async () => {
    const id = await watch.add()
    await watch.report(id, { measurements: 0 })
    const last = async () => {
      const { lastRecordedAt, lastCommunicatedAt } = await watch.read(id)
      return [local(lastRecordedAt), local(lastCommunicatedAt)]
    }
    expect(await last()).toEqual([null, '2026-11-20T12:00'])
    watch.goTo('2026-11-20T13:00')
    await watch.report(id)
    watch.goTo('2026-11-20T14:00')
    await watch.report(id, { measuredAt: at('2026-11-19T15:00') })
    expect(await last()).toEqual(['2026-11-20T13:00', '2026-11-20T14:00'])
  })
})

describe('an outage', () => {
  it('ends with the next picture, which says since when and how many are missing', async () => {
    const id = await watch.add()
    watch.goTo('2026-11-23T10:00')
    await fallSilent(id, '2026-11-20T15:00')
    expect(await watch.report(id, { measuredAt: at('2026-11-20T15:00') })).toEqual({
      since: at('2026-11-20T15:00'),
      missing: 2,
    })
    expect(await watch.read(id)).toMatchObject({ status: 1, nextDueAt: at('2026-11-23T15:00') })
    // The rest of what it kept.
    expect(await watch.report(id, { measuredAt: at('2026-11-21T15:00') })).toBeNull()
    expect(await dueOf(id)).toEqual(['2026-11-23T15:00', '2026-11-23T18:03'])
    const { rows } = await watch.within((tx) =>
      tx.execute(sql`select to_char(ended_at at time zone 'Asia/Tokyo', 'MM-DD HH24:MI') as ended, missing
        from device_outages where device_id = ${id}`),
    )
    expect(rows).toEqual([{ ended: '11-23 10:00', missing: 2 }])
  })

  it('of every minute for months is counted', async () => {
    watch.goTo('2026-08-01T00:00')
    const id = await watch.add({ intervalCrons: '* * * * *' })
    watch.goTo('2026-11-01T00:00')
    await fallSilent(id, '2026-08-01T00:00')
    // It was created within the first minute, and the last 12 minutes are still awaited: retry time and drift.
    expect(await watch.report(id)).toMatchObject({ missing: 92 * 1440 - 13 })
  })

  it('goes on through heartbeats', async () => {
    const id = await watch.add()
    watch.goTo('2026-11-20T19:00')
    await fallSilent(id, '2026-11-20T15:00')
    expect(await watch.report(id, { measurements: 0, errors: ['E01'] })).toBeNull()
    expect(await watch.read(id)).toMatchObject({ status: 3 })
    expect(await watch.report(id, { measurements: 0 })).toBeNull()
    expect(await watch.read(id)).toMatchObject({ status: 5 })
    expect(await openOutages(id)).toBe(1)
  })

  it('goes on through a change, and ends where nothing is due any more', async () => {
    watch.goTo('2026-11-20T12:00')
    const ids = [await watch.add(), await watch.add({ type: 4 }), await watch.add({ batteryPer: 4 })]
    const [camera = 0, unit = 0, weak = 0] = ids
    watch.goTo('2026-11-20T12:30')
    await watch.report(unit)
    await watch.report(weak)
    watch.goTo('2026-11-20T19:00')
    for (const id of ids) await fallSilent(id, '2026-11-20T15:00')
    await watch.edit(camera, { intervalCrons: '0 16 * * *' })
    expect(await watch.read(camera)).toMatchObject({ status: 5, missedAt: null })
    expect(await openOutages(camera)).toBe(1)
    await watch.edit(camera, { deletedAt: test.deps.clock() })
    await watch.edit(unit, { intervalCrons: null })
    await watch.edit(weak, { deletedAt: test.deps.clock(), status: 3 })
    expect(await Promise.all(ids.map(openOutages))).toEqual([0, 0, 0])
    expect(await Promise.all(ids.map(async (id) => (await watch.read(id)).status))).toEqual([0, 1, 3])
  })
})
