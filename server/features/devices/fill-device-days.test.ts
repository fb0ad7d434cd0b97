// Covers docs/requirements.md: 402

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { deviceWatch } from '../../../tests/support/server/device-watch.ts'
import { startOfDay } from '../../time-zone.ts'
import { arrivalSums, arrivalsOfDevice, sumArrivals } from './arrivals-of-devices.ts'
import { fillDeviceDays } from './fill-device-days.ts'

let test: TestApp
let devices: ReturnType<typeof deviceWatch>
beforeAll(async () => {
  test = await createTestApp()
  devices = deviceWatch(test)
})
afterAll(() => test.close())

const hour = 3_600_000
const now = () => test.deps.clock()
const ago = (hours: number) => new Date(now().getTime() - hours * hour)
const localOf = (at: Date) => new Date(at.getTime() + 9 * hour).toISOString().slice(0, -1)
const checkSilenceAfter = (hours: number) => devices.checkSilenceAt(localOf(ago(-hours)))
const fill = () => fillDeviceDays(test.deps)
const zoneOf = async () => {
  const { rows } = await devices.within((tx) =>
    tx.execute<{ zone: string }>(sql`select time_zone as zone from organizations`),
  )
  return rows[0]?.zone ?? ''
}
const stored = async (id: number) => {
  const { rows } = await devices.within((tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from device_days where device_id = ${id}`),
  )
  return rows[0]?.n
}
/** What lists show, and the same from the reports. */
async function bothSums(id: number) {
  const zone = await zoneOf()
  const span = { organizationId: test.own.id, zone, now: now(), before: startOfDay(zone, now(), 1) }
  const month = { ...span, from: startOfDay(zone, now(), -29) }
  return devices.within(async (tx) => {
    const days = await arrivalsOfDevice(tx, id, month)
    const listed = (await arrivalSums(tx, test.own.id, zone, now(), [id])).get(id)
    return [listed, { week: sumArrivals(days.slice(-7)), month: sumArrivals(days) }]
  })
}
async function expectEqual(id: number) {
  const [listed, counted] = await bothSums(id)
  expect(listed).toEqual(counted)
}

describe('days that are over', () => {
  it('are stored once nothing of them is awaited, and counted anew behind a late batch', async () => {
    await devices.checkSilenceAt('2028-05-01T12:00')
    const id = await devices.add({ intervalCrons: '0 23 * * *' })
    await devices.checkSilenceAt('2028-05-10T02:00')
    await fill()
    // Of 23 o'clock of the 9th the picture is awaited until 02:03, of others until 03:03.
    expect(await stored(id)).toBe(28)
    await devices.checkSilenceAt('2028-05-10T03:10')
    await fill()
    expect(await stored(id)).toBe(29)
    // Lists read what is stored.
    await devices.within((tx) =>
      tx.execute(sql`update device_days set missing = missing + 50 where device_id = ${id}
      and day = '2028-05-05'`),
    )
    const [listed, counted] = await bothSums(id)
    expect(listed?.month.missing).toBe((counted?.month.missing ?? 0) + 50)
    await devices.report(id, { measuredAt: new Date('2028-05-05T23:01+09:00') })
    expect(await stored(id)).toBe(28)
    await expectEqual(id)
    await fill()
    expect(await stored(id)).toBe(29)
    await expectEqual(id)
    // A heartbeat and today's picture change no day that is over.
    await devices.checkSilenceAt('2028-05-10T23:10')
    await devices.report(id)
    expect(await stored(id)).toBe(29)
  })

  it('are counted anew where another schedule changes which due time a report served', async () => {
    await devices.checkSilenceAt('2028-06-01T12:00')
    const id = await devices.add({ intervalCrons: '0 0 1,15 * *' })
    await devices.checkSilenceAt('2028-07-14T23:58')
    // Of midnight, a little early.
    await devices.report(id)
    await fill()
    await devices.checkSilenceAt('2028-07-14T23:59')
    // Of the 1st, far too late: nothing is due at midnight any more.
    await devices.edit(id, { intervalCrons: '0 12 * * *' })
    await expectEqual(id)
    expect((await bothSums(id))[0]?.month).toMatchObject({ scheduled: 2, late: 1 })
  })

  it('lose no report that is written while they are counted', async () => {
    await devices.checkSilenceAt('2029-05-01T12:00')
    const id = await devices.add({ intervalCrons: '0 * * * *' })
    await devices.checkSilenceAt('2029-05-20T12:00')
    await devices.within(async (tx) => {
      await tx.execute(sql`
        insert into device_reports (organization_id, device_id, kind, created_at, received_at)
        values (${test.own.id}, ${id}, 'picture', ${ago(100).toISOString()}, ${now().toISOString()})`)
      // It is left out: what was written is not to be seen yet.
      await fill()
    })
    await expectEqual(id)
    const reports = Array.from({ length: 40 }, (_, n) => devices.report(id, { measuredAt: ago(24 + n * 9) }))
    await Promise.all([fill(), ...reports, fill(), fill()])
    await fill()
    expect(await stored(id)).toBe(29)
    await expectEqual(id)
    expect((await bothSums(id))[0]?.month.late).toBe(41)
  })

  it('are what the reports say, whatever comes', async () => {
    const crons = fc.constantFrom(
      '0 15 * * *',
      '*/30 * * * *',
      '0 9 * * 1,0 21 * * *',
      '0 0 1,15 * *',
      '30 2 * * *',
    )
    const hours = fc.integer({ min: 1, max: 24 * 31 })
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('report' as const),
          hours: fc.array(hours, { minLength: 1, maxLength: 12 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 80 }) }),
      },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('fill' as const) }) },
      fc.record({ do: fc.constant('schedule' as const), crons }),
      fc.record({ do: fc.constant('delete or restore' as const) }),
      fc.record({
        do: fc.constant('allow' as const),
        heartbeatTime: fc.constantFrom(null, 3600, 86_400),
        allowTimeDrift: fc.constantFrom(60, 180, 86_400),
      }),
      fc.record({
        do: fc.constant('move' as const),
        zone: fc.constantFrom('Asia/Tokyo', 'America/New_York'),
      }),
      fc.record({ do: fc.constant('down' as const), hours: fc.integer({ min: 1, max: 60 }) }),
    )
    await devices.checkSilenceAt('2030-01-01T12:00')
    await fc.assert(
      fc.asyncProperty(
        crons,
        fc.array(step, { minLength: 5, maxLength: 25 }),
        async (intervalCrons, steps) => {
          const id = await devices.add({ intervalCrons })
          await checkSilenceAfter(24 * 33)
          await fill()
          let isDeleted = false
          for (const one of steps) {
            if (one.do === 'wait') await checkSilenceAfter(one.hours)
            if (one.do === 'fill') await fill()
            if (one.do === 'schedule') await devices.edit(id, { intervalCrons: one.crons })
            if (one.do === 'allow')
              await devices.edit(id, { heartbeatTime: one.heartbeatTime, allowTimeDrift: one.allowTimeDrift })
            if (one.do === 'down') await devices.downUntil(localOf(now()), localOf(ago(-one.hours)))
            if (one.do === 'move')
              await test.deps.database.asSystem((tx) =>
                tx.execute(sql`update organizations set time_zone = ${one.zone} where id = ${test.own.id}`),
              )
            if (one.do === 'delete or restore') {
              isDeleted = !isDeleted
              await devices.edit(id, { deletedAt: isDeleted ? now() : null })
            }
            if (one.do === 'report' && !isDeleted)
              for (const hours of one.hours) await devices.report(id, { measuredAt: ago(hours) })
            if (!isDeleted) await expectEqual(id)
          }
          await devices.edit(id, { deletedAt: now() })
        },
      ),
      { numRuns: 8 },
    )
  })
})
