// Covers docs/requirements.md: 1054, 1055, 1056

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, type SignedInUser } from '../../../tests/support/server/accounts.ts'
import { alertCalls } from '../../../tests/support/server/alerts.ts'
import { addAlertRule, addRecipientGroup } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { organizations, recipientGroupMembers } from '../../db/schema.ts'
import { announceHeld } from './announce-held.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
let calls: ReturnType<typeof alertCalls>
/** Wants alert mails, as `notifications.reader` does. */
let sato: SignedInUser
/** Wants no alert mails. */
let silent: SignedInUser
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox } = notifications)
  calls = alertCalls(test)
  sato = await test.signIn(await buildUser(test.deps.database, test.own))
  silent = await test.signIn(await buildUser(test.deps.database, test.own))
  await notifications.wantsMail(sato, true)
})
beforeEach(async () => {
  await notifications.jobsDone()
  inbox.received.length = 0
})
afterAll(() => notifications.close())

/** A meter with a rule: 注意 above 0.5, 警報 above 0.7, until 0.48, for a group of these users. */
async function ruled(users: { id: number }[] | null) {
  const { database } = test.deps
  const range = { emergencyStartValue: null, emergencyEndValue: null }
  const meter = await calls.meterOf({ name: '蒸気圧力', decimalPoint: 2, meterUnitId: 1, ...range })
  const ids = users?.map(({ id }) => id)
  const group = ids === undefined ? null : await addRecipientGroup(database, test.own.id, ids)
  await addAlertRule(database, meter, {
    condition: { kind: 'limit', direction: 'above', warning: 0.5, alarm: 0.7, closing_limit: 0.48 },
    recipientGroupId: group?.id ?? null,
  })
  return { meter, groupId: group?.id ?? 0 }
}

/** Address and subject of each mail, in the order of the addresses. */
const mails = async () => {
  await notifications.jobsDone()
  return inbox.received.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`).toSorted()
}
const everybody = () => [sato.email, notifications.reader.email].toSorted()
const setQuiet = (quietHours: { from: string; to: string; weekdays: number[] } | null) =>
  test.deps.database.asSystem((tx) =>
    tx.update(organizations).set({ quietHours }).where(eq(organizations.id, test.own.id)),
  )
/** Two hours before and after now, where the organization is. */
const aroundNow = () => {
  const hour = new Date(Date.now() + 9 * 3_600_000).getUTCHours()
  const time = (shift: number) => `${String((hour + shift + 24) % 24).padStart(2, '0')}:00`
  return { from: time(-2), to: time(2), weekdays: [0, 1, 2, 3, 4, 5, 6] }
}

describe('the case of a rule that notifies a group', () => {
  it('is told to its members who want alerts only: that it opened, became an alarm and is over', async () => {
    const browser = notifications.pushes.browser()
    const { endpoint, keys } = browser
    const body = { endpoint, keys }
    const as = notifications.reader
    dataOf('createPushSubscription', await test.ask('POST', '/api/v1/push-subscription', { as, body }))
    const { meter } = await ruled([sato, silent])
    await calls.send(meter, 0, 0.6)
    expect(await mails()).toEqual([`${sato.email} 【検針】注意: 蒸気圧力`])
    await calls.send(meter, 10, 0.8)
    expect(await mails()).toHaveLength(2)
    await calls.send(meter, 20, 0.4)
    expect(await mails()).toEqual([
      `${sato.email} 【検針】さらに悪化: 蒸気圧力`,
      `${sato.email} 【検針】注意: 蒸気圧力`,
      `${sato.email} 【検針】警報（解消）: 蒸気圧力`,
    ])
    expect(browser.received).toEqual([])
  })

  it('is told to everybody who wants alerts where the rule names no group, or an empty one', async () => {
    const { meter } = await ruled(null)
    await calls.send(meter, 0, 0.6)
    const all = everybody().map((address) => `${address} 【検針】注意: 蒸気圧力`)
    expect(await mails()).toEqual(all)
    inbox.received.length = 0
    const empty = await ruled([])
    await calls.send(empty.meter, 0, 0.6)
    expect(await mails()).toEqual(all)
  })

  it('is told as over to those who were told of it, whoever is in the group by then', async () => {
    const { meter, groupId } = await ruled([sato])
    await calls.send(meter, 0, 0.6)
    await mails()
    await test.deps.database.asSystem((tx) =>
      tx
        .update(recipientGroupMembers)
        .set({ userId: notifications.reader.id })
        .where(eq(recipientGroupMembers.groupId, groupId)),
    )
    await calls.send(meter, 10, 0.4)
    expect(await mails()).toEqual([
      `${sato.email} 【検針】注意: 蒸気圧力`,
      `${sato.email} 【検針】注意（解消）: 蒸気圧力`,
    ])
  })

  it('is in the digest of its members only', async () => {
    await setQuiet(aroundNow())
    const { meter } = await ruled([sato])
    await calls.send(meter, 0, 0.6)
    await notifications.jobsDone()
    await calls.send(meter, 10, 0.8)
    await notifications.jobsDone()
    await setQuiet(null)
    await announceHeld(test.deps)
    expect(await mails()).toEqual([`${sato.email} 【検針】休止時間のまとめ: 続いているもの 2件`])
  })

  it('leaves the alerts of an abnormal range as they are', async () => {
    const { meter } = await ruled([sato])
    await calls.setRange(meter, 0.55, 1)
    await calls.send(meter, 0, 0.6)
    const range = everybody().map((address) => `${address} 【検針】異常: 蒸気圧力`)
    expect(await mails()).toEqual([...range, `${sato.email} 【検針】注意: 蒸気圧力`].toSorted())
  })
})
