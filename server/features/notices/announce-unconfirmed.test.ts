// Covers docs/requirements.md: 1073, 1082, 1083, 1084, 1085, 1087

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, type SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addGroup, addMeter, addReading, addRecipientGroup } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { answerDuring } from '../../../tests/support/server/locks.ts'
import { alerts, meters, organizations, recipientGroupMembers } from '../../db/schema.ts'
import { reconcileAround } from '../alerts/index.ts'
import { announcePending } from './announce-alerts.ts'
import { announceHeld } from './announce-held.ts'
import { announceUnconfirmed } from './announce-unconfirmed.ts'

const minute = 60_000
const hour = 60 * minute

/** No job is worked off, and the clock moves by `advance` only. */
let test: TestApp
/** Wants alert mails. */
let reader: SignedInUser
/** Is in the group, and wants no alert mails. */
let chief: SignedInUser
let groupId: number
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
  const { database } = test.deps
  reader = await test.signIn(await buildUser(database, test.own))
  chief = await test.signIn(await buildUser(database, test.own))
  await asSystem((tx) =>
    tx.execute(sql`update memberships set is_alert_mail = true where user_id = ${reader.id}`),
  )
  groupId = (await addRecipientGroup(database, test.own.id, [chief.id], { name: '課長' })).id
})
beforeEach(async () => {
  // What earlier tests left is over.
  await asSystem((tx) =>
    tx.execute(sql`update alerts set is_alert = false, end_reason = 'value' where is_alert`),
  )
  await forgetMails()
  await set({ escalation: null, repeat_hours: null })
})
afterAll(() => test.close())

const asSystem: TestApp['deps']['database']['asSystem'] = (...given) => test.deps.database.asSystem(...given)
const set = async (body: object, user: SignedInUser = test.own.admin) =>
  dataOf(
    'updateAlertReminders',
    await test.ask('PUT', '/api/v1/alert-reminders', { as: await test.signIn(user), body }),
  )
const escalation = (minutes = 30) => ({ minutes, recipient_group_id: groupId })
const setQuiet = (quietHours: { from: string; to: string; weekdays: number[] } | null) =>
  asSystem((tx) => tx.update(organizations).set({ quietHours }).where(eq(organizations.id, test.own.id)))
/** Around now, where the organization is. */
const hoursAround = (before: number, after: number) => {
  const time = (shift: number) =>
    new Date(test.deps.clock().getTime() + 9 * hour + shift).toISOString().slice(11, 16)
  return { from: time(-before), to: time(after), weekdays: [0, 1, 2, 3, 4, 5, 6] }
}

/** An alert of the abnormal range, of which people are told now. */
async function openAlert(organizationId = test.own.id) {
  const { database } = test.deps
  const meter = await addMeter(database, organizationId, { name: 'ボイラー圧力', decimalPoint: 2 })
  const given = { value: 0.9, isAbnormal: true, createdAt: test.deps.clock() }
  const reading = await addReading(database, meter, given)
  await database.inOrganization(organizationId, null, (tx) => reconcileAround(test.deps, tx, meter, reading))
  await announcePending(test.deps)
  const [alert] = await asSystem((tx) => tx.select().from(alerts).where(eq(alerts.meterId, meter.id)))
  if (alert === undefined) throw new Error('the meter has no alert')
  return { meter, id: alert.id }
}

/** Who is mailed again, by the alert, once the job has run. */
async function mailed(run = () => announceUnconfirmed(test.deps)) {
  await run()
  const { rows } = await asSystem((tx) =>
    tx.execute<{ alert: number; user: number }>(sql`
      select (data->>'id')::int as alert, (data->>'userId')::int as user from pgboss.job
      where name = 'notice-mail' and data->>'subject' = 'reminder' order by 1, 2`),
  )
  return rows.map(({ alert, user }) => `${alert} ${user}`)
}
const forgetMails = () => asSystem((tx) => tx.execute(sql`delete from pgboss.job where name = 'notice-mail'`))
const call = async (path: string, body: object) => {
  const as = await test.signIn(test.own.admin)
  expect((await test.ask('PUT', path, { as, body })).status).toBe(200)
}
const confirm = (id: number) =>
  call(`/api/v1/meter-alert/${id}`, {
    is_alert: false,
    is_alerted: false,
    confirm_at: '2026-11-20 10:00:00',
  })
const assign = (id: number, user_id: number | null, previous_user_id: number | null) =>
  call(`/api/v1/meter-alert/${id}/assignee`, { user_id, previous_user_id })

describe('an alert that nobody confirms', () => {
  it('is told to the group once, when the minutes are over, also where its members want no alert mails', async () => {
    await set({ escalation: escalation(), repeat_hours: null })
    const { id } = await openAlert()
    test.advance(30 * minute - 1)
    expect(await mailed()).toEqual([])
    test.advance(1)
    expect(await mailed()).toEqual([`${id} ${chief.id}`])
    test.advance(24 * hour)
    expect(await mailed()).toHaveLength(1)
  })

  it('is told again to those who want alerts, each time the hours are over', async () => {
    await set({ escalation: null, repeat_hours: 4 })
    const { id } = await openAlert()
    test.advance(4 * hour - 1)
    expect(await mailed()).toEqual([])
    test.advance(1)
    expect(await mailed()).toEqual([`${id} ${reader.id}`])
    test.advance(4 * hour - 1)
    expect(await mailed()).toHaveLength(1)
    test.advance(1)
    expect(await mailed()).toEqual([`${id} ${reader.id}`, `${id} ${reader.id}`])
  })

  it('is told again to the group as well once that has been told', async () => {
    await set({ escalation: escalation(), repeat_hours: 1 })
    const { id } = await openAlert()
    test.advance(30 * minute)
    expect(await mailed()).toEqual([`${id} ${chief.id}`])
    await forgetMails()
    test.advance(30 * minute)
    expect(await mailed()).toEqual([`${id} ${reader.id}`, `${id} ${chief.id}`])
  })

  it('is told once to a person who is in the group and wants alerts, where both are due', async () => {
    await set({ escalation: escalation(60), repeat_hours: 1 })
    const { id } = await openAlert()
    const asMember = { groupId, organizationId: test.own.id, userId: reader.id }
    await asSystem((tx) => tx.insert(recipientGroupMembers).values(asMember))
    test.advance(hour)
    expect(await mailed()).toEqual([`${id} ${reader.id}`, `${id} ${chief.id}`])
    await asSystem((tx) =>
      tx.delete(recipientGroupMembers).where(eq(recipientGroupMembers.userId, reader.id)),
    )
  })

  it.each([
    ['a person has confirmed it', ({ id }) => confirm(id)],
    [
      'it is over',
      async ({ meter }) => {
        const given = { value: 0.5, isAbnormal: false, createdAt: test.deps.clock() }
        const reading = await addReading(test.deps.database, meter, given)
        await test.deps.database.inOrganization(test.own.id, null, (tx) =>
          reconcileAround(test.deps, tx, meter, reading),
        )
      },
    ],
  ] satisfies [string, (alert: Awaited<ReturnType<typeof openAlert>>) => Promise<void>][])(
    'is not told again once %s',
    async (_what, end) => {
      await set({ escalation: escalation(), repeat_hours: 1 })
      const alert = await openAlert()
      test.advance(29 * minute)
      await end(alert)
      test.advance(2 * hour)
      expect(await mailed()).toEqual([])
    },
  )

  it('is not told to the group while somebody works on it, but again to those who know of it', async () => {
    await set({ escalation: escalation(), repeat_hours: 1 })
    const { id } = await openAlert()
    await assign(id, reader.id, null)
    test.advance(hour)
    expect(await mailed()).toEqual([`${id} ${reader.id}`])
    await assign(id, null, reader.id)
    expect(await mailed()).toEqual([`${id} ${reader.id}`, `${id} ${chief.id}`])
  })

  it('is told once by servers that compete', async () => {
    await set({ escalation: escalation(), repeat_hours: 1 })
    const first = await openAlert()
    const second = await openAlert()
    test.advance(hour)
    const now = test.deps.clock().getTime()
    // Their clocks differ, so that two mails would have two names.
    const run = (ahead: number) => announceUnconfirmed({ ...test.deps, clock: () => new Date(now + ahead) })
    const both = await mailed(async () => {
      await Promise.all([run(0), run(1), run(2), run(3)])
    })
    expect(both).toEqual([first, second].flatMap(({ id }) => [`${id} ${reader.id}`, `${id} ${chief.id}`]))
  })

  it('is not told again where another server has just done so', async () => {
    await set({ escalation: escalation(), repeat_hours: 1 })
    const { id } = await openAlert()
    test.advance(hour)
    const isTold = { repeatedAt: test.deps.clock(), escalatedAt: test.deps.clock() }
    const run = () =>
      answerDuring(test, {
        lock: (tx) => tx.execute(sql`select from alerts where id = ${id} for update`),
        send: () => announceUnconfirmed(test.deps),
        work: (tx) => tx.update(alerts).set(isTold).where(eq(alerts.id, id)),
      })
    expect(await mailed(run)).toEqual([])
  })

  it('waits for the end of quiet hours, and is counted from the digest where it was held itself', async () => {
    await set({ escalation: escalation(), repeat_hours: null })
    const told = await openAlert()
    test.advance(10 * minute)
    await setQuiet(hoursAround(minute, 2 * hour))
    const held = await openAlert()
    test.advance(90 * minute)
    expect(await mailed()).toEqual([])
    await setQuiet(null)
    const morning = async () => {
      await announceHeld(test.deps)
      await announceUnconfirmed(test.deps)
    }
    expect(await mailed(morning)).toEqual([`${told.id} ${chief.id}`])
    test.advance(30 * minute - 1)
    expect(await mailed(morning)).toHaveLength(1)
    test.advance(1)
    expect(await mailed(morning)).toEqual([`${told.id} ${chief.id}`, `${held.id} ${chief.id}`])
  })

  it('waits until people have ended their work at the meters of its group', async () => {
    await set({ escalation: escalation(), repeat_hours: 1 })
    const { meter, id } = await openAlert()
    const group = await addGroup(test.deps.database, test.own.id)
    await asSystem((tx) => tx.update(meters).set({ meterGroupId: group.id }).where(eq(meters.id, meter.id)))
    const maintenance = `/api/v1/meters-group/${group.id}/maintenance`
    await call(maintenance, { minutes: 240, reason: '弁の交換' })
    test.advance(3 * hour)
    expect(await mailed()).toEqual([])
    const as = await test.signIn(test.own.admin)
    expect((await test.ask('DELETE', maintenance, { as })).status).toBe(200)
    expect(await mailed()).toEqual([`${id} ${reader.id}`, `${id} ${chief.id}`])
  })

  it('is left out if it was told before this was switched on; another time holds for it at once', async () => {
    await openAlert()
    test.advance(hour)
    await set({ escalation: escalation(60), repeat_hours: 1 })
    test.advance(1)
    const { id } = await openAlert()
    test.advance(30 * minute)
    expect(await mailed()).toEqual([])
    await set({ escalation: escalation(30), repeat_hours: null })
    expect(await mailed()).toEqual([`${id} ${chief.id}`])
    test.advance(24 * hour)
    expect(await mailed()).toHaveLength(1)
  })

  it('is told to everybody who wants alerts while the group is empty', async () => {
    const empty = await addRecipientGroup(test.deps.database, test.own.id, [])
    const { escalation: answered } = await set({
      escalation: { minutes: 30, recipient_group_id: empty.id },
      repeat_hours: null,
    })
    expect(answered?.recipient_group.member_count).toBe(0)
    const { id } = await openAlert()
    test.advance(30 * minute)
    expect(await mailed()).toEqual([`${id} ${reader.id}`])
  })

  it('is told again by its own organization only, while that is in use', async () => {
    await set({ escalation: escalation(), repeat_hours: 1 })
    await openAlert(test.other.id)
    const { id } = await openAlert()
    test.advance(hour)
    await asSystem((tx) =>
      tx.update(organizations).set({ status: 1 }).where(eq(organizations.id, test.own.id)),
    )
    expect(await mailed()).toEqual([])
    await asSystem((tx) =>
      tx.update(organizations).set({ status: 0 }).where(eq(organizations.id, test.own.id)),
    )
    expect(await mailed()).toEqual([`${id} ${reader.id}`, `${id} ${chief.id}`])
  })

  it('holds up no other one, and no other organization, by a failure, after which it is told', async () => {
    const { database } = test.deps
    const watcher = await buildUser(database, test.other)
    await asSystem((tx) =>
      tx.execute(sql`update memberships set is_alert_mail = true where user_id = ${watcher.id}`),
    )
    await set({ escalation: null, repeat_hours: 1 })
    await set({ escalation: null, repeat_hours: 1 }, test.other.admin)
    const [broken, next, foreign] = [await openAlert(), await openAlert(), await openAlert(test.other.id)]
    test.advance(hour)
    await asSystem((tx) =>
      tx.execute(
        sql.raw(`
        create function refuse_job() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
        create trigger refuse_job before insert on pgboss.job_common for each row
          when (new.data->>'id' = '${broken.id}') execute function refuse_job()`),
      ),
    )
    const rest = [`${next.id} ${reader.id}`, `${foreign.id} ${watcher.id}`]
    try {
      expect(await mailed()).toEqual(rest)
    } finally {
      await asSystem((tx) => tx.execute(sql`drop function refuse_job cascade`))
    }
    expect(await mailed()).toEqual([`${broken.id} ${reader.id}`, ...rest])
    await set({ escalation: null, repeat_hours: null }, test.other.admin)
  })
})
