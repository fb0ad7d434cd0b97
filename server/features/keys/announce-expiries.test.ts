import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyType } from '../../../contract/access.ts'
import { organizationStatus } from '../../../contract/organizations.ts'
import type { SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addKey } from '../../../tests/support/server/builders.ts'
import { mailsIn } from '../../../tests/support/server/queued-mails.ts'
import { apiKeys, devices, memberships, organizations } from '../../db/schema.ts'
import { announceExpiries } from './announce-expiries.ts'

const day = 86_400_000
const limit = 30 * day

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    hasStoppedClock: true,
    settings: { PUBLIC_URL: 'https://kenshin.example.com' },
  })
  for (const admin of [test.own.admin, test.other.admin]) await wantMail(admin, true)
})
afterAll(() => test.close())
beforeEach(() =>
  test.deps.database.asSystem(async (tx) => {
    await tx.delete(apiKeys)
    await tx.execute(sql`delete from pgboss.job where name = 'send-mail'`)
  }),
)

const wantMail = ({ id }: SignedInUser, isAlertMail: boolean) =>
  test.deps.database.asSystem((tx) =>
    tx.update(memberships).set({ isAlertMail }).where(eq(memberships.userId, id)),
  )

const announce = () => announceExpiries(test.deps)
const subjects = async ({ email }: SignedInUser = test.own.admin) =>
  (await mailsIn(test, email)).map(({ subject }) =>
    subject.replace('【検針】端末のキーの有効期限が近づいています: ', ''),
  )
const inFuture = (milliseconds: number) => new Date(test.deps.clock().getTime() + milliseconds)

const addNamed = (name: string) => addDevice(test.deps.database, test.own.id, { name, type: 2 })
/** The own key of a device. */
const addOwnKey = (device: { id: number; name: string }, expireAt: Date | null) =>
  addKey(test.deps, test.own.id, null, {
    type: keyType.device,
    deviceId: device.id,
    name: device.name,
    expireAt,
    createdAt: test.deps.clock(),
  })
const addSharedKey = (name: string, expireAt: Date, { id, admin } = test.own) =>
  addKey(test.deps, id, admin.id, { type: keyType.device, name, expireAt })

describe('announceExpiries', () => {
  it("mails the administrators about a device's own key, with its expiry, the time left and a link", async () => {
    const device = await addNamed('ポンプ室のカメラ')
    await addOwnKey(device, inFuture(12.5 * day))
    await announce()
    const [mail] = await mailsIn(test, test.own.admin.email)
    expect(mail?.subject).toBe('【検針】端末のキーの有効期限が近づいています: ポンプ室のカメラ')
    const text = mail?.text.split('\n') ?? []
    expect(text[2]).toBe(
      '「ポンプ室のカメラ」のキーの有効期限が近づいています。期限を過ぎると、この端末は送信できません。',
    )
    expect(text[4]).toMatch(/^有効期限: 2026年1[12]月\d+日 \d\d:\d\d（あと12日）$/)
    expect(text.slice(5)).toEqual([
      '対応: 端末詳細の「接続」でキーを更新し、新しいキーを端末に設定してください',
      '',
      `端末: https://kenshin.example.com/devices/${device.id}`,
      '',
    ])
  })

  it('begins 30 days before the expiry, to the millisecond, and ends with it', async () => {
    const at = inFuture(limit + 1)
    await addOwnKey(await addNamed('1ミリ秒前'), at)
    await announce()
    expect(await subjects()).toEqual([])
    test.advance(1)
    await announce()
    expect(await subjects()).toEqual(['1ミリ秒前'])
    await addSharedKey('期限切れ', inFuture(0))
    await announce()
    expect(await subjects()).toEqual(['1ミリ秒前'])
  })

  it('mails once per key, however many servers look and however often', async () => {
    await addOwnKey(await addNamed('一度'), inFuture(limit))
    await Promise.all(Array.from({ length: 4 }, announce))
    test.advance(10 * day)
    await announce()
    expect(await subjects()).toEqual(['一度'])
  })

  it('mails about a key as soon as an administrator wants alert mails', async () => {
    await addOwnKey(await addNamed('通知を後から有効に'), inFuture(limit))
    await wantMail(test.own.admin, false)
    await announce()
    await wantMail(test.own.admin, true)
    expect(await subjects()).toEqual([])
    await announce()
    expect(await subjects()).toEqual(['通知を後から有効に'])
  })

  it('mails again about a key whose expiry was changed', async () => {
    const key = await addSharedKey('延長', inFuture(day))
    await announce()
    const extend = (days: number) =>
      test.deps.database.asSystem((tx) =>
        tx
          .update(apiKeys)
          .set({ expireAt: inFuture(days * day) })
          .where(eq(apiKeys.id, key.id)),
      )
    await extend(300)
    await announce()
    expect(await subjects()).toEqual(['延長'])
    test.advance(275 * day)
    await announce()
    expect(await subjects()).toEqual(['延長', '延長'])
  })

  it('mails about a key for all devices with a link to its list, and to nobody else', async () => {
    await addSharedKey('工場のキー', inFuture(day / 2))
    await announce()
    const [mail] = await mailsIn(test, test.own.admin.email)
    expect(mail?.text).toContain('すべての端末用のキー「工場のキー」の有効期限が近づいています')
    expect(mail?.text).toContain('（1日以内）')
    expect(mail?.text).toContain('API管理: https://kenshin.example.com/apis')
    for (const user of [test.own.general, test.own.system, test.other.admin])
      expect(await subjects(user)).toEqual([])
  })

  it('mails each administrator who wants alert mail, and no general user', async () => {
    await wantMail(test.own.general, true)
    await wantMail(test.own.system, true)
    await addSharedKey('全員', inFuture(day))
    await announce()
    expect(await subjects(test.own.system)).toEqual(['全員'])
    expect(await subjects(test.own.admin)).toEqual(['全員'])
    expect(await subjects(test.own.general)).toEqual([])
    await wantMail(test.own.system, false)
  })

  it('leaves out Common keys, withdrawn keys, keys without an expiry and those of deleted devices', async () => {
    const { database } = test.deps
    await addKey(test.deps, test.own.id, test.own.general.id, { expireAt: inFuture(day) })
    const withdrawn = await addSharedKey('無効', inFuture(day))
    await addOwnKey(await addNamed('期限なし'), null)
    const deleted = await addNamed('削除')
    await addOwnKey(deleted, inFuture(day))
    await database.asSystem(async (tx) => {
      await tx.update(apiKeys).set({ deletedAt: test.deps.clock() }).where(eq(apiKeys.id, withdrawn.id))
      await tx.update(devices).set({ deletedAt: test.deps.clock() }).where(eq(devices.id, deleted.id))
    })
    await announce()
    expect(await subjects()).toEqual([])
    await database.asSystem((tx) =>
      tx.update(devices).set({ deletedAt: null }).where(eq(devices.id, deleted.id)),
    )
    await announce()
    expect(await subjects()).toEqual(['削除'])
  })

  it('waits while the organization is stopped', async () => {
    const { database } = test.deps
    const setStatus = (status: 0 | 1) =>
      database.asSystem((tx) =>
        tx.update(organizations).set({ status }).where(eq(organizations.id, test.other.id)),
      )
    await addSharedKey('停止中', inFuture(day), test.other)
    await setStatus(organizationStatus.stopped)
    await announce()
    expect(await subjects(test.other.admin)).toEqual([])
    await setStatus(organizationStatus.active)
    await announce()
    expect(await subjects(test.other.admin)).toEqual(['停止中'])
  })
})

it('a server looks for keys that expire soon each hour', async () => {
  const working = await createTestApp({ work: true })
  try {
    const { database } = working.deps
    await database.asSystem((tx) => tx.update(memberships).set({ isAlertMail: true }))
    const expireAt = new Date(working.deps.clock().getTime() + day)
    await addKey(working.deps, working.own.id, working.own.admin.id, { type: keyType.device, expireAt })
    const { rows } = await database.asSystem(async (tx) => {
      await tx.execute(sql`insert into pgboss.job (name) values ('key-expiries')`)
      return tx.execute(sql`select cron from pgboss.schedule where name = 'key-expiries'`)
    })
    expect(rows).toEqual([{ cron: '40 * * * *' }])
    await expect
      .poll(() =>
        database.asSystem(async (tx) => {
          const keys = await tx.select({ announced: apiKeys.announcedExpiry }).from(apiKeys)
          return keys.map(({ announced }) => announced)
        }),
      )
      .toEqual([expireAt])
  } finally {
    await working.close()
  }
})
