// Covers docs/requirements.md: 341, 387, 388, 392

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { deviceWatch } from '../../../tests/support/server/device-watch.ts'
import { checkSilence } from '../../jobs/minute-checks.ts'
import { isoInZone } from '../../time-zone.ts'
import { silentDevices } from './detect-outages.ts'

let test: TestApp
let watch: ReturnType<typeof deviceWatch>
beforeAll(async () => {
  test = await createTestApp()
  watch = deviceWatch(test)
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`update memberships set is_alert_mail = true where user_id = ${test.own.general.id}`),
  )
})
beforeEach(async () => {
  await test.deps.database.asSystem(async (tx) => {
    await tx.execute(sql`delete from device_outages`)
    await tx.execute(sql`delete from downtimes`)
    await tx.execute(sql`update devices set next_due_at = null, missed_at = null, interval_crons = null`)
    await tx.execute(sql`delete from pgboss.job where name = 'notice-mail'`)
  })
  watch.goTo('2026-11-20T12:00')
})
afterAll(() => test.close())

const local = (at: Date | null) => at && isoInZone('Asia/Tokyo', at).slice(0, 16)
const dueOf = async (id: number) => {
  const { status, nextDueAt, missedAt } = await watch.read(id)
  return [status, local(nextDueAt), local(missedAt)]
}
const outagesOf = async (id: number) => {
  const { rows } = await watch.within((tx) =>
    tx.execute<{ since: string; cause: string; ended: boolean }>(sql`
      select to_char(since at time zone 'Asia/Tokyo', 'MM-DD HH24:MI') as since, cause,
        ended_at is not null as ended
      from device_outages where device_id = ${id} order by id`),
  )
  return rows.map(({ since, cause, ended }) => `${since} ${cause}${ended ? ' ended' : ''}`)
}
const mails = async () =>
  (
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select from pgboss.job where name = 'notice-mail'`),
    )
  ).rowCount

describe('a device that does not report', () => {
  it('is silent once its report is missed: cameras in communication error, analog units in error', async () => {
    const [camera, unit] = [await watch.add({ type: 0 }), await watch.add({ type: 4 })]
    await watch.checkSilenceAt('2026-11-20T18:02')
    expect(await dueOf(camera)).toEqual([0, '2026-11-20T15:00', '2026-11-20T18:03'])
    await watch.checkSilenceAt('2026-11-20T18:04')
    expect(await dueOf(camera)).toEqual([5, '2026-11-20T15:00', null])
    expect(await dueOf(unit)).toEqual([3, '2026-11-20T15:00', null])
    expect(await outagesOf(camera)).toEqual(['11-20 15:00 never_started'])
  })

  it('is silent 10 minutes and the drift after it was due every 3 minutes, unless a retry time is set', async () => {
    watch.goTo('2026-11-20T11:58')
    const unit = await watch.add({ type: 4, intervalCrons: '*/3 * * * *' })
    const hourly = await watch.add({ intervalCrons: '0 0-23 * * *' })
    const patient = await watch.add({ type: 4, intervalCrons: '*/3 * * * *', heartbeatTime: 3600 })
    expect(await dueOf(unit)).toEqual([0, '2026-11-20T12:00', '2026-11-20T12:13'])
    expect(await dueOf(hourly)).toEqual([0, '2026-11-20T12:00', '2026-11-20T14:03'])
    expect(await dueOf(patient)).toEqual([0, '2026-11-20T12:00', '2026-11-20T13:03'])
    await watch.checkSilenceAt('2026-11-20T12:14')
    expect(await outagesOf(unit)).toEqual(['11-20 12:00 never_started'])
    expect([await outagesOf(hourly), await outagesOf(patient)]).toEqual([[], []])
  })

  it('is told of once, however many servers look and however often', async () => {
    const id = await watch.add()
    watch.goTo('2026-11-20T18:03')
    await watch.checkSilenceAt('2026-11-20T18:04')
    await Promise.all(Array.from({ length: 4 }, () => checkSilence(test.deps)))
    await watch.checkSilenceAt('2026-11-21T18:04')
    expect(await outagesOf(id)).toEqual(['11-20 15:00 never_started'])
    expect(await mails()).toBe(1)
  })

  it('is told of once when servers find it at the same time', async () => {
    const ids = [await watch.add(), await watch.add(), await watch.add()]
    await watch.checkSilenceAt('2026-11-20T18:02')
    watch.goTo('2026-11-20T18:04')
    await Promise.all(Array.from({ length: 4 }, () => checkSilence(test.deps)))
    for (const id of ids) expect(await outagesOf(id)).toHaveLength(1)
    expect(await mails()).toBe(3)
  })

  it('is silent no longer when it reports, and is again when it does not', async () => {
    const id = await watch.add()
    await watch.checkSilenceAt('2026-11-20T18:04')
    watch.goTo('2026-11-20T20:00')
    await watch.report(id)
    expect(await dueOf(id)).toEqual([1, '2026-11-21T15:00', '2026-11-21T18:03'])
    await watch.checkSilenceAt('2026-11-21T18:04')
    expect(await outagesOf(id)).toEqual(['11-20 15:00 never_started ended', '11-21 15:00 unknown'])
    // Both outages and the end of the first.
    expect(await mails()).toBe(3)
  })

  it('is not silent while it is deleted, nor for what was due before it was restored', async () => {
    const id = await watch.add()
    watch.goTo('2026-11-20T16:00')
    await watch.edit(id, { deletedAt: test.deps.clock() })
    await watch.checkSilenceAt('2026-11-22T18:04')
    watch.goTo('2026-11-22T19:00')
    await watch.edit(id, { deletedAt: null })
    await watch.checkSilenceAt('2026-11-23T18:02')
    expect(await outagesOf(id)).toEqual([])
    await watch.checkSilenceAt('2026-11-23T18:04')
    expect(await outagesOf(id)).toEqual(['11-23 15:00 never_started'])
  })

  it('is found on 29 February and at the end of a month', async () => {
    watch.goTo('2027-12-01T00:00')
    const [leap, last] = [
      await watch.add({ intervalCrons: '0 9 29 2 *' }),
      await watch.add({ intervalCrons: '0 9 L * *' }),
    ]
    await watch.checkSilenceAt('2027-12-31T12:02')
    expect(await outagesOf(last)).toEqual([])
    await watch.checkSilenceAt('2027-12-31T12:04')
    expect(await outagesOf(last)).toEqual(['12-31 09:00 never_started'])
    await watch.checkSilenceAt('2028-02-29T12:02')
    expect(await outagesOf(leap)).toEqual([])
    await watch.checkSilenceAt('2028-02-29T12:04')
    expect(await outagesOf(leap)).toEqual(['02-29 09:00 never_started'])
  })

  it('is silent for the likeliest cause, the router’s as soon as a second one behind it is silent', async () => {
    const router = await watch.add({ type: 1, intervalCrons: null })
    const behind = (crons: string, name: string) =>
      watch.add({ parentDeviceId: router, intervalCrons: crons, name })
    const [first, second, alone] = [
      await behind('0 15 * * *', 'A'),
      await behind('0 17 * * *', 'B'),
      await watch.add({ name: 'C' }),
    ]
    for (const id of [first, second]) await watch.report(id, { batteryPer: 50, dbm: -60 })
    await watch.report(alone, { batteryPer: 50, dbm: -86 })
    await watch.checkSilenceAt('2026-11-20T18:04')
    expect(await outagesOf(first)).toEqual(['11-20 15:00 unknown'])
    expect(await outagesOf(alone)).toEqual(['11-20 15:00 signal'])
    await watch.checkSilenceAt('2026-11-20T20:04')
    expect(await outagesOf(second)).toEqual(['11-20 17:00 router'])
    expect(await outagesOf(first)).toEqual(['11-20 15:00 router'])
    expect(await outagesOf(alone)).toEqual(['11-20 15:00 signal'])
  })

  it('wakes open consoles', async () => {
    await watch.add()
    await watch.checkSilenceAt('2026-11-20T18:02')
    const told: unknown[] = []
    const unsubscribe = test.deps.changes.subscribe(test.own.id, (change) => told.push(change))
    await watch.checkSilenceAt('2026-11-20T18:04')
    await expect.poll(() => told).toContainEqual({ noun: 'devices' })
    unsubscribe()
  })

  it('of one organization holds up no other', async () => {
    const there = deviceWatch(test, test.other.id)
    const [own, other] = [await watch.add(), await there.add()]
    const { asSystem } = test.deps.database
    await asSystem((tx) =>
      tx.execute(
        sql.raw(`
        create function refuse_outage() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
        create trigger refuse_outage before insert on device_outages for each row
          when (new.device_id = ${own}) execute function refuse_outage()`),
      ),
    )
    await watch.checkSilenceAt('2026-11-20T18:04')
    expect([(await watch.read(own)).status, (await there.read(other)).status]).toEqual([0, 5])
    await asSystem((tx) => tx.execute(sql`drop function refuse_outage cascade`))
    await watch.checkSilenceAt('2026-11-20T18:05')
    expect(await watch.read(own)).toMatchObject({ status: 5 })
  })

  it('is found by an index, among however many', async () => {
    const undone = new Error('undone')
    let plan: unknown
    const explained = test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`insert into devices (organization_id, name, type, missed_at)
        select ${test.own.id}, 'カメラ', 2, now() + interval '1 year' from generate_series(1, 5000)`)
      await tx.execute(sql`analyze devices`)
      const { rows } = await tx.execute(sql`explain ${silentDevices(new Date('2026-11-20T03:00:00Z'))}`)
      plan = rows
      throw undone
    })
    await expect(explained).rejects.toBe(undone)
    expect(JSON.stringify(plan)).toContain('devices_missed')
  })
})

describe('while no server ran', () => {
  it('nobody is blamed for what was due then', async () => {
    const id = await watch.add()
    await watch.downUntil('2026-11-20T14:00', '2026-11-20T23:00')
    expect(await dueOf(id)).toEqual([0, '2026-11-21T15:00', '2026-11-21T18:03'])
    const { rows } = await watch.within((tx) =>
      tx.execute(sql`select to_char("from" at time zone 'Asia/Tokyo', 'HH24:MI') as from,
        to_char("to" at time zone 'Asia/Tokyo', 'HH24:MI') as to from downtimes`),
    )
    expect(rows).toEqual([{ from: '14:00', to: '23:00' }])
    await watch.checkSilenceAt('2026-11-21T18:04')
    expect(await outagesOf(id)).toEqual(['11-21 15:00 never_started'])
  })

  it('what was awaited is awaited for as much longer, each time', async () => {
    const id = await watch.add()
    await watch.downUntil('2026-11-20T16:00', '2026-11-20T20:00')
    expect(await dueOf(id)).toEqual([0, '2026-11-20T15:00', '2026-11-20T22:03'])
    await watch.downUntil('2026-11-20T21:00', '2026-11-20T21:10')
    expect(await dueOf(id)).toEqual([0, '2026-11-20T15:00', '2026-11-20T22:13'])
    await watch.checkSilenceAt('2026-11-20T22:14')
    expect(await outagesOf(id)).toEqual(['11-20 15:00 never_started'])
  })

  it('what was missed before, and is due after, stays as it is', async () => {
    const [missed, due] = [await watch.add(), await watch.add({ intervalCrons: '0 22 * * *' })]
    await watch.downUntil('2026-11-20T18:04', '2026-11-20T21:00')
    expect(await outagesOf(missed)).toEqual(['11-20 15:00 never_started'])
    expect(await dueOf(due)).toEqual([0, '2026-11-20T22:00', '2026-11-21T01:03'])
  })

  it('a pause of some minutes is none, nor is a clock that was set back', async () => {
    const id = await watch.add()
    await watch.downUntil('2026-11-20T14:59', '2026-11-20T15:03')
    await watch.downUntil('2026-11-20T19:00', '2026-11-20T15:04')
    expect(await dueOf(id)).toEqual([0, '2026-11-20T15:00', '2026-11-20T18:03'])
  })
})
