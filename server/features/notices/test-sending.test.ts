// Covers docs/requirements.md: 1058

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp } from '../../../tests/support/server/app.ts'
import { addRecipientGroup } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { startSmtpServer } from '../../../tests/support/server/smtp.ts'
import { memberships, organizations, pushSubscriptions } from '../../db/schema.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox } = notifications)
})
beforeEach(() => {
  inbox.received.length = 0
})
afterAll(() => notifications.close())

const send = (id: number, as = test.own.admin) =>
  test.ask('POST', `/api/v1/recipient-groups/${id}/test`, { as })
const deliveries = async (id: number) => dataOf('testRecipientGroup', await send(id))
const addReader = async () => {
  const user = await test.signIn(await buildUser(test.deps.database, test.own))
  await notifications.wantsMail(user, true)
  return user
}
const addBrowser = async (as: Awaited<ReturnType<typeof addReader>>) => {
  const browser = notifications.pushes.browser()
  const { endpoint, keys } = browser
  const body = { endpoint, keys }
  dataOf('createPushSubscription', await test.ask('POST', '/api/v1/push-subscription', { as, body }))
  return browser
}

describe('a test message to a notification group', () => {
  it('is mailed and shown to each member by their own settings, says what it is, and is audited', async () => {
    const reader = await addReader()
    const silent = await test.signIn(await buildUser(test.deps.database, test.own))
    const browsing = await test.signIn(await buildUser(test.deps.database, test.own))
    const browser = await addBrowser(browsing)
    const everybody = notifications.reader
    const ids = [reader.id, silent.id, browsing.id]
    const group = await addRecipientGroup(test.deps.database, test.own.id, ids, { name: '設備班' })
    const found = await deliveries(group.id)
    expect(found).toHaveLength(3)
    const outcomeOf = (user: { id: number; username: string }) => {
      const delivery = found.find(({ user_id: id }) => id === user.id)
      expect(delivery?.username).toBe(user.username)
      return [delivery?.mail, delivery?.notification]
    }
    expect(outcomeOf(reader)).toEqual(['sent', 'none'])
    expect(outcomeOf(silent)).toEqual(['unwanted', 'none'])
    expect(outcomeOf(browsing)).toEqual(['unwanted', 'sent'])
    expect(inbox.received.map(({ to }) => to?.[0]?.address)).toEqual([reader.email])
    expect(inbox.received[0]?.to?.[0]?.address).not.toBe(everybody.email)
    expect(inbox.received[0]?.subject).toBe('【検針】試し送信')
    for (const line of [
      `${reader.username} 様`,
      '通知先グループ「設備班」への試し送信です。アラートは発生していません。',
      `送信した人: ${test.own.admin.username}`,
      '通知先グループ: https://kenshin.example.com/alert-rules?tab=recipients',
    ])
      expect(inbox.received[0]?.text).toContain(line)
    expect(browser.received.map(({ message }) => message)).toMatchObject([
      { title: '試し送信', url: '/alert-rules?tab=recipients' },
    ])
    const log = `/api/v1/audit-entries?noun=recipient-group&subject_id=${group.id}`
    const [entry] = dataOf('auditEntries', await test.ask('GET', log, { as: test.own.admin }))
    expect(entry).toMatchObject({ action: 'test', user: { id: test.own.admin.id } })
    expect(entry?.after['members']).toHaveLength(3)
  })

  it('is sent during quiet hours as well', async () => {
    const reader = await addReader()
    const group = await addRecipientGroup(test.deps.database, test.own.id, [reader.id])
    const setQuiet = (quietHours: { from: string; to: string; weekdays: number[] } | null) =>
      test.deps.database.asSystem((tx) =>
        tx.update(organizations).set({ quietHours }).where(eq(organizations.id, test.own.id)),
      )
    const all = [0, 1, 2, 3, 4, 5, 6]
    await setQuiet({ from: '00:00', to: '23:59', weekdays: all })
    expect(await deliveries(group.id)).toMatchObject([{ mail: 'sent' }])
    await setQuiet(null)
  })

  it('is not taken by a browser that is gone, which is unsubscribed', async () => {
    const reader = await addReader()
    const browser = await addBrowser(reader)
    browser.answer(410)
    const group = await addRecipientGroup(test.deps.database, test.own.id, [reader.id])
    expect(await deliveries(group.id)).toMatchObject([{ mail: 'sent', notification: 'failed' }])
    const left = await test.deps.database.asSystem((tx) =>
      tx.$count(pushSubscriptions, eq(pushSubscriptions.userId, reader.id)),
    )
    expect(left).toBe(0)
    expect(await deliveries(group.id)).toMatchObject([{ mail: 'sent', notification: 'none' }])
  })

  it('reaches a member three times a minute, in whatever groups', async () => {
    const reader = await addReader()
    const groups = [
      await addRecipientGroup(test.deps.database, test.own.id, [reader.id]),
      await addRecipientGroup(test.deps.database, test.own.id, [reader.id]),
    ]
    for (let call = 0; call < 3; call++) await deliveries(groups[call % 2]?.id ?? 0)
    expect(failureOf(await send(groups[1]?.id ?? 0))).toMatchObject({ code: 'too_many_requests' })
    expect(inbox.received).toHaveLength(3)
  })

  it('is refused to users without the right, and for the groups of other organizations', async () => {
    const group = await addRecipientGroup(test.deps.database, test.own.id, [test.own.general.id])
    expect(failureOf(await send(group.id, test.own.general)).code).toBe('forbidden')
    expect(failureOf(await send(group.id, test.other.admin)).code).toBe('not_found')
    expect(inbox.received).toEqual([])
  })

  it('says why the mail server refuses it', async () => {
    const refusing = await startSmtpServer(true)
    const other = await createTestApp({ settings: { SMTP_URL: refusing.url } })
    await other.deps.database.asSystem((tx) =>
      tx.update(memberships).set({ isAlertMail: true }).where(eq(memberships.userId, other.own.general.id)),
    )
    const group = await addRecipientGroup(other.deps.database, other.own.id, [other.own.general.id])
    const answer = await other.ask('POST', `/api/v1/recipient-groups/${group.id}/test`, {
      as: other.own.admin,
    })
    expect(dataOf('testRecipientGroup', answer)).toMatchObject([
      {
        mail: 'failed',
        reason: 'メールサーバーがメールを受け付けませんでした。サーバーの応答: 450 mailbox full',
      },
    ])
    await other.close()
    await refusing.close()
  })
})
