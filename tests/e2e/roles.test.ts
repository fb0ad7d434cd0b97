// Covers docs/requirements.md: 6, 10, 15, 21, 22, 25, 26, 31, 32, 37, 75, 218, 219, 220, 221, 222, 280, 283, 296, 297, 318

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { alerts, meters } from '../../server/db/schema.ts'
import { openBrowser, sizes } from '../support/browser/browsers.ts'
import { expect } from '../support/browser/expect.ts'
import { openSite, type Site } from '../support/browser/site.ts'
import { type } from '../support/browser/type.ts'
import { capturePath } from '../support/pages/capture.ts'
import { dataScreen } from '../support/pages/data.ts'
import { homeScreen } from '../support/pages/home.ts'
import { readingDialog, readingPage } from '../support/pages/reading.ts'
import { shell } from '../support/pages/shell.ts'
import { keepSignedIn, signInScreen } from '../support/pages/sign-in.ts'
import { buildOrganization, buildUser } from '../support/server/accounts.ts'
import { addAlert, addMeter, addReading } from '../support/server/builders.ts'
import { callerOf } from '../support/server/http.ts'

let site: Site
let meter: Awaited<ReturnType<typeof addMeter>>
let reading: Awaited<ReturnType<typeof addReading>>
let alert: Awaited<ReturnType<typeof addAlert>>
beforeAll(async () => {
  site = await openSite()
  meter = await addMeter(site.database, site.organization.id, { name: '3号ボイラー 蒸気圧力' })
  reading = await addReading(site.database, meter, { value: 0.9, isAbnormal: true })
  alert = await addAlert(site.database, reading)
})
afterAll(() => site.close())

const everyones = [
  'ホーム',
  '今日',
  'メーター',
  '要確認',
  'データ',
  '使用量',
  '締め',
  '端末',
  '点検ルート',
  'アラート',
  'アラートルール',
  'マップ',
  'グループ',
  '負担先',
  '取り込み',
]
const help = 'ヘルプ'
const administration = ['ユーザー', 'API管理', '操作履歴', 'AIテスト', 'QRコード']
const headings: Record<string, string> = { QRコード: 'WiFi QRコード' }
const systemOnly = ['/organizations', `/organizations/1`, '/masters']
const administrators = ['/qr-code', '/users', '/apis', '/audit', '/ai-test', ...systemOnly]

for (const { who, of, label, viewport, entries, missing } of [
  {
    who: 'an inspector on a phone',
    of: role.general,
    label: '一般ユーザー',
    viewport: sizes.phone,
    entries: [...everyones, help],
    missing: administrators,
  },
  {
    who: 'a supervisor on a tablet',
    of: role.admin,
    label: '管理者ユーザー',
    viewport: sizes.tablet,
    entries: [...everyones, ...administration, help],
    missing: systemOnly,
  },
  {
    who: 'a system administrator on a desktop',
    of: role.system,
    label: 'システム管理者ユーザー',
    viewport: sizes.desktop,
    entries: [...everyones, ...administration, '組織管理', 'マスタ管理', help],
    missing: ['/no-such-screen'],
  },
]) {
  test(`${who} goes through the menu to every screen of that role, and no address leads to another`, async () => {
    const page = await openBrowser(site.origin, { viewport })
    await keepSignedIn(page, await site.addUser({ role: of }))
    await page.goto('/')
    const { menu, openMenu, ...around } = shell(page)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    const reach = async () => {
      if (viewport === sizes.phone) await openMenu()
    }
    await expect(around.role).toHaveText(label)
    await reach()
    await expect(menu.getByRole('link')).toHaveText(entries.map((entry) => new RegExp(`^${entry}`)))
    for (const entry of entries) {
      await menu.getByRole('link', { name: new RegExp(`^${entry}(?!ルール)`) }).click()
      await expect(heading(headings[entry] ?? entry)).toBeVisible()
      await reach()
    }
    for (const path of [`/meters/${meter.id}`, `/meter-value/${reading.id}`, capturePath(meter)]) {
      await page.goto(path)
      await expect(heading(meter.name)).toBeVisible()
    }
    for (const path of missing) {
      await page.goto(path)
      await expect(around.missing).toBeVisible()
    }
  })
}

test('who is not signed in sees nothing but the sign-in, and is refused by every call', async () => {
  const page = await openBrowser(site.origin)
  for (const path of [
    '/',
    '/meters',
    `/meters/${meter.id}`,
    `/meter-value/${reading.id}`,
    `/data/${meter.id}`,
    '/devices',
    '/rounds',
    '/alerts',
    '/groups',
    capturePath(meter),
  ]) {
    await page.goto(path)
    await expect(signInScreen(page).heading).toBeVisible()
    await expect(page.getByText(meter.name)).toHaveCount(0)
  }
  for (const [method, path] of ways()) {
    const { status } = await fetch(new URL(path, site.origin), { method })
    expect([method, path, status]).toEqual([method, path, 401])
  }
})

test('the administrator of another organization finds nothing of this one, by address or by call', async () => {
  const strangers = await buildOrganization(site.database, { name: '隣の工場株式会社' })
  const stranger = await buildUser(site.database, strangers, { role: role.system })
  const page = await openBrowser(site.origin, { expected: [{ status: 404, path: '/api/v1/' }] })
  await keepSignedIn(page, stranger)
  await page.goto('/')
  await expect(
    page.getByText('メーターがまだありません。メーター一覧で追加すると、測定値がここに並びます。'),
  ).toBeVisible()
  for (const [path, words] of [
    [`/meters/${meter.id}`, 'メーターが見つかりません'],
    [`/meter-value/${reading.id}`, '測定値が見つかりません'],
    [`/data/${meter.id}`, '条件に合うメーターがありません。検索条件を変えてください。'],
    [capturePath(meter), 'メーターが見つかりません'],
    ['/alerts', '発生中のアラートはありません。'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText(meter.name)).toHaveCount(0)
  }
  const { ask } = await callerOf(site.origin, stranger)
  for (const [method, path, body] of ways()) {
    const { status } = await ask(method, path, body && { body })
    expect([method, path, status]).toEqual([method, path, 404])
  }
  const [row] = (await site.readings()).filter(({ id }) => id === reading.id)
  expect(row).toMatchObject({ value: 0.9, deletedAt: null })
  await site.database.asSystem(async (tx) => {
    expect(await tx.select().from(meters).where(eq(meters.id, meter.id))).toMatchObject([
      { name: meter.name },
    ])
    expect(await tx.select().from(alerts).where(eq(alerts.id, alert.id))).toMatchObject([{ confirmAt: null }])
  })
})

/** Row actions of those who may see the row. */
const ways = () =>
  [
    ['GET', `/api/v1/meters/${meter.id}`, undefined],
    ['PUT', `/api/v1/meters/${meter.id}`, { name: '書き換え' }],
    ['GET', `/api/v1/meters-value/${reading.id}`, undefined],
    ['PUT', `/api/v1/meter-value/${reading.id}`, { value: 0 }],
    ['DELETE', `/api/v1/meter-value/${reading.id}`, undefined],
    [
      'PUT',
      `/api/v1/meter-alert/${alert.id}`,
      { is_alert: false, is_alerted: false, confirm_at: '2026-11-20 10:00:00' },
    ],
  ] as const

test('what one enters another corrects and a third deletes, and each sees it on their own screen without a reload', async () => {
  const inspector = await site.addUser({ username: 'tenken' })
  const supervisor = await site.addUser({ username: 'kantoku', role: role.admin })
  const system = await site.addUser({ username: 'kanri', role: role.system })
  const pump = await addMeter(site.database, site.organization.id, { name: '12号ポンプ', decimalPoint: 2 })
  const list = `/?period=day&meters=[${pump.id}]`
  const expected = [
    { status: 404, path: '/api/v1/meters-value/' },
    { status: 404, path: '/api/v1/meter-value/' },
  ]
  const phone = await openBrowser(site.origin, { viewport: sizes.phone, expected })
  const tablet = await openBrowser(site.origin, { viewport: sizes.tablet, expected })
  await keepSignedIn(phone, inspector)
  await keepSignedIn(tablet, supervisor)
  await phone.goto(list)
  await tablet.goto(list)
  const [theirs, tiles] = [homeScreen(phone).tiles, homeScreen(tablet).tiles]
  const nothing = '期間や絞り込みを変えるか、メーターを撮影してください。'
  await expect(tablet.getByText(nothing)).toBeVisible()

  await dataScreen(phone).enter(pump.name, '0.42')
  await expect(tiles).toHaveText([/0\.42/])
  await tiles.first().click()
  const detail = readingDialog(tablet)
  await detail.edit.click()
  await type(detail.input, '0.95')
  await detail.input.press('Enter')
  await detail.agree.click()
  await expect(detail.value).toContainText('異常')
  await expect(theirs).toHaveText([/0\.95/])
  await expect(theirs.first()).toContainText('異常')

  const [row] = (await site.readings()).filter(({ meterId }) => meterId === pump.id)
  expect(row).toMatchObject({ value: 0.95, valueSource: 'corrected', createdByUserId: inspector.id })
  const laptop = await openBrowser(site.origin, { expected })
  await keepSignedIn(laptop, system)
  await laptop.goto(`/meter-value/${row?.id}`)
  const screen = readingPage(laptop)
  await screen.openHistory()
  await expect(screen.changes).toContainText([/kantoku.*0\.42.*0\.95/])
  await screen.remove.click()
  await laptop.getByRole('dialog', { name: '測定値の削除' }).getByRole('button', { name: '削除' }).click()
  await expect(screen.deleted).toBeVisible()
  await expect(phone.getByText(nothing)).toBeVisible()
  await expect(detail.dialog.or(tablet.getByRole('dialog')).getByText('kanriが削除しました')).toBeVisible()
  await phone.goto(`/meter-value/${row?.id}`)
  await expect(phone.getByText('kanriが削除しました')).toBeVisible()
  expect((await site.readings()).find(({ id }) => id === row?.id)?.deletedAt).not.toBeNull()
})
