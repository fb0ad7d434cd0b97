// Covers docs/requirements.md: 20, 319, 320, 321, 322, 323, 327, 337, 338, 366, 371, 396, 457, 575

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Device } from '../../../contract/devices.ts'
import { openDevicesScreen } from '../../../tests/support/components/devices-screen.tsx'
import { savedFiles } from '../../../tests/support/components/savedFiles.ts'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { notify } from '../../ui/notice/notify.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const arrivals = {
  week: { scheduled: 7, arrived: 6, late: 1, missing: 1 },
  month: { scheduled: 30, arrived: 30, late: 0, missing: 0 },
}
const silent = aDevice({
  status: 5,
  battery_per: 7,
  last_dbm_recorded: -90,
  outage: { since: '2026-11-20T15:00:00+09:00', cause: 'battery' },
  arrivals,
})
const deleted = aDevice({ id: 6, name: '屋上カメラ', deleted_at: '2026-11-10T09:00:00+09:00' })
const router = aDevice({ id: 7, name: '事務所ルーター', type: 1, meters: [], interval_crons: null })
const behind = aDevice({ id: 8, name: '階段カメラ', parent_device_id: 7, meters: [] })

const wide = () => page.viewport(1440, 900)
const narrow = () => page.viewport(390, 844)

test('the table says what a camera measures, how it is and how reliably it reports', async () => {
  await wide()
  const { screen } = await openDevicesScreen({ devices: [silent] })
  const row = screen.getByRole('row', { name: /ポンプ室/ })
  await expect
    .element(row.getByRole('link', { name: 'WiFiカメラ ポンプ室 1' }))
    .toHaveAttribute('href', '/devices/5')
  await expect
    .element(row.getByRole('link', { name: 'No.1 冷却水圧力' }))
    .toHaveAttribute('href', '/meters/3')
  await expect
    .element(row)
    .toMatchTextContent(
      /通信エラー電池切れの可能性があります.*7 %.*弱い-90 dBm.*7日 85 %30日 100 %.*標準.*1,204.*1日0時間.*3時間.*有効/,
    )
})

test('on a phone a card says what is the matter and what to check, within the width of the screen', async () => {
  await narrow()
  const { screen } = await openDevicesScreen({ devices: [silent] })
  const card = screen.getByRole('article', { name: 'WiFiカメラ ポンプ室 1' })
  await expect
    .element(card)
    .toMatchTextContent(/通信エラー.*7 %.*弱い.*電池切れの可能性があります。電池を交換してください。/)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test.each([
  [12.5, /残りわずか.*キーがあと12日で期限切れになります/],
  [-1, /残りわずか.*キーの有効期限が切れています/],
])('an expiry of the key is shown next to what else is the matter: %d days', async (days, text) => {
  const expireAt = new Date(Date.now() + days * 86_400_000).toISOString()
  const devices = [aDevice({ status: 2, key_expire_at: expireAt })]
  await wide()
  const table = await openDevicesScreen({ devices })
  await expect.element(table.screen.getByRole('row', { name: /ポンプ室/ })).toMatchTextContent(text)
  await table.screen.unmount()
  await narrow()
  const { screen } = await openDevicesScreen({ devices })
  const card = screen.getByRole('article', { name: 'WiFiカメラ ポンプ室 1' })
  await expect.element(card).toMatchTextContent(text)
  await expect.element(card).toMatchTextContent(/管理者が「接続」でキーを更新し/)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('a plan without devices is named, and whom to ask', async () => {
  const { screen } = await openDevicesScreen({ allowsDevices: false })
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'プラン' }))
    .toMatchTextContent(/「Trial」では端末を利用できません.*プランを変更できるのはシステム管理者です/)
})

test.each([
  [3, null],
  [4, /上限は5台です（登録済み4台）。上限に近づいています。/],
  [5, /上限は5台です（登録済み5台）。これ以上は登録できません。/],
])('administrators are told before the plan’s mobile devices are used up: %i of 5', async (used, text) => {
  await wide()
  const { screen } = await openDevicesScreen({
    role: 1,
    refuse: ({ path }) =>
      path === '/plan-usage'
        ? Response.json({
            success: true,
            data: {
              plan: { name: 'Basic', type: 1, allow_devices: true },
              limits: [{ name: 'mobiles', used, limit: 5 }],
            },
          })
        : undefined,
  })
  await screen.getByRole('tab', { name: 'モバイル', exact: true }).click()
  const note = screen.getByText(/モバイル端末の上限/)
  if (text) await expect.element(note).toMatchTextContent(text)
  else await expect.element(screen.getByText(/^モバイルの端末はまだありません/)).toBeVisible()
  expect(note.elements()).toHaveLength(text ? 1 : 0)
})

test('a device that works gives no advice', async () => {
  await narrow()
  const { screen } = await openDevicesScreen()
  const card = screen.getByRole('article', { name: 'WiFiカメラ ポンプ室 1' })
  await expect.element(card).toMatchTextContent(/稼働中/)
  await expect.element(card).not.toMatchTextContent(/ください/)
})

test('each kind has its list, and the last one is remembered', async () => {
  await wide()
  const devices = [aDevice(), router, behind]
  const first = await openDevicesScreen({ devices })
  await expect.element(first.screen.getByText('ALL 2 ITEMS')).toBeVisible()
  await first.screen.getByRole('tab', { name: 'WiFi', exact: true }).click()
  await expect.element(first.screen.getByRole('button', { name: '親機を絞り込み' })).toBeVisible()
  const row = first.screen.getByRole('row', { name: /事務所ルーター/ })
  await expect.element(row.getByText('1 台')).toBeVisible()
  await expect.element(first.screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await first.screen.unmount()
  const second = await openDevicesScreen({ devices })
  await expect
    .element(second.screen.getByRole('tab', { name: 'WiFi', exact: true }))
    .toHaveAttribute('aria-selected', 'true')
})

test('a column is filtered by its choices, of which the first is number 0', async () => {
  await wide()
  const sim = aDevice({ id: 9, name: 'SIM 1号機', type: 0 })
  const { screen } = await openDevicesScreen({ devices: [aDevice(), sim], search: { types: [1] } })
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'SIM 1号機' })).toBeVisible()
})

test('every column of every kind is searched by itself', async () => {
  await wide()
  const kinds = ['カメラ', 'WiFi', 'アナログ', 'モバイル'] as const
  const devices = [aDevice(), router, aDevice({ id: 10, type: 4 }), aDevice({ id: 11, type: 5 })]
  const { screen } = await openDevicesScreen({ devices })
  for (const kind of kinds) {
    await screen.getByRole('tab', { name: kind, exact: true }).click()
    await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
    const unsearched = () =>
      [...screen.container.querySelectorAll('th')]
        .filter((head) => head.querySelector('[aria-label$="を絞り込み"]') === null)
        .map(({ textContent }) => textContent)
    await expect.poll(unsearched).toEqual(['操作'])
  }
})

test('of a phone nothing stands that only reports would tell', async () => {
  await wide()
  const { screen } = await openDevicesScreen({ devices: [aDevice({ type: 5 })] })
  await screen.getByRole('tab', { name: 'モバイル', exact: true }).click()
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  const titles = () => [...screen.container.querySelectorAll('th')].map(({ textContent }) => textContent)
  await expect.poll(() => titles().join()).toMatch(/^端末名[^回]*稼働状態/)
  expect(titles().join()).not.toMatch(/総撮影回数|最終測定日時/)
})

test('automatic retry times are sorted by the time that applies', async () => {
  await wide()
  const devices = [
    aDevice({ id: 1, name: '一時間', heartbeat_time: 3600, retry_seconds: 3600 }),
    aDevice({ id: 2, name: '自動二十分', heartbeat_time: null, retry_seconds: 1200 }),
    aDevice({ id: 3, name: '自動三時間', heartbeat_time: null, retry_seconds: 10_800 }),
  ]
  const { screen } = await openDevicesScreen({ devices })
  await screen
    .getByRole('button', { name: /^リトライ時間/ })
    .first()
    .click()
  const names = () => screen.getByRole('link', { name: /^(?:一時間|自動)/ }).elements()
  await expect
    .poll(() => names().map((link) => link.textContent))
    .toEqual(['自動二十分', '一時間', '自動三時間'])
})

test('figures and switches are searched as they are written', async () => {
  await wide()
  const weak = aDevice({ id: 9, name: '北棟', battery_per: 7, is_buzzer: true, resolution_type: 0 })
  const { screen } = await openDevicesScreen({
    devices: [aDevice(), weak],
    search: { battery: '7 %', buzzers: [1], resolutions: [1] },
  })
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '北棟' })).toBeVisible()
})

test('the search finds a device by the name of its meter', async () => {
  await wide()
  const other = aDevice({ id: 9, name: '北棟', meters: [{ id: 4, name: '受水槽水位', device_id: 9 }] })
  const { screen } = await openDevicesScreen({ devices: [aDevice(), other] })
  await type(screen.getByRole('searchbox', { name: '端末を検索' }), '水位')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '北棟' })).toBeVisible()
})

test.each([
  ['wide', wide],
  ['narrow', narrow],
])('deleted devices are shown on request, which is remembered, and restored: %s', async (_, size) => {
  await size()
  const { screen, last } = await openDevicesScreen({ devices: [aDevice(), deleted] })
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await screen.getByRole('switch', { name: '削除した端末を表示' }).click()
  await expect.element(screen.getByText('ALL 2 ITEMS')).toBeVisible()
  expect(last('GET')?.query).toEqual({ merge_deleted: '1' })
  expect(localStorage.getItem('showDeletedDevices')).toBe('true')
  await screen.getByRole('button', { name: '屋上カメラの復元' }).click()
  await expect.element(screen.getByText('「屋上カメラ」を復元しました')).toBeVisible()
  expect(last('PUT')).toMatchObject({ path: '/device/6', body: { deleted_at: null } })
  await expect.element(screen.getByRole('button', { name: '屋上カメラの削除' })).toBeVisible()
})

test('a deletion says what it does to meters and pins, and can be undone', async () => {
  await wide()
  const { screen, last } = await openDevicesScreen({ devices: [aDevice({ map_pin: { id: 7, map_id: 2 } })] })
  await screen.getByRole('button', { name: 'WiFiカメラ ポンプ室 1の削除' }).click()
  const question = screen.getByRole('dialog')
  await expect
    .element(question)
    .toMatchTextContent(
      /メーター「No.1 冷却水圧力」には新しい測定値が届かなくなります。メーターとこれまでの測定値は残ります。マップのピンには表示されなくなり、復元すると同じピンに戻ります。/,
    )
  await question.getByRole('button', { name: '削除', exact: true }).click()
  await expect.element(screen.getByText('端末を削除しました')).toBeVisible()
  expect(last('DELETE')).toMatchObject({ path: '/device/5', body: { delete: true } })
  await expect.element(screen.getByText(/カメラの端末はまだありません/)).toBeVisible()
  await screen.getByRole('button', { name: /元に戻す/ }).click()
  await expect.element(screen.getByRole('row', { name: /ポンプ室/ })).toBeVisible()
  expect(last('PUT')).toMatchObject({ path: '/device/5', body: { deleted_at: null } })
})

test('a failed deletion leaves the device in the list and offers to try again', async () => {
  await wide()
  const { screen } = await openDevicesScreen({
    refuse: ({ method }) => (method === 'DELETE' ? Response.error() : undefined),
  })
  await screen.getByRole('button', { name: /ポンプ室 1の削除/ }).click()
  await screen.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click()
  await expect.element(screen.getByText('「WiFiカメラ ポンプ室 1」を削除できませんでした')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '再試行' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /ポンプ室/ })).toBeVisible()
})

test.each([
  [0, [false, false, false, false]],
  [1, [true, true, true, false]],
  [2, [true, true, true, true]],
] as const)(
  'role %i: adding, QR code, configuration file and error log are there as its rights are',
  async (role, rights) => {
    await wide()
    const { screen } = await openDevicesScreen({ role })
    await expect.element(screen.getByRole('row', { name: /ポンプ室/ })).toBeVisible()
    const found = [
      screen.getByRole('button', { name: '端末を追加' }),
      screen.getByRole('button', { name: /のQRコード/ }),
      screen.getByRole('button', { name: /の設定ファイル/ }),
      screen.getByRole('tab', { name: 'カメラエラーログ' }),
    ].map((locator) => locator.elements().length > 0)
    expect(found).toEqual(rights)
  },
)

test('without devices the list says who may add one', async () => {
  await narrow()
  const general = await openDevicesScreen({ devices: [] })
  await expect.element(general.screen.getByText(/登録は管理者に依頼してください/)).toBeVisible()
  await general.screen.unmount()
  const admin = await openDevicesScreen({ devices: [], role: 1 })
  await expect.element(admin.screen.getByText(/「端末を追加」から登録してください/)).toBeVisible()
})

test('a list that does not come says so and is asked for again', async () => {
  await narrow()
  let broken = true
  const { screen } = await openDevicesScreen({
    refuse: () => (broken ? Response.error() : undefined),
  })
  const again = screen.getByRole('button', { name: '再試行' })
  await expect.element(again).toBeVisible()
  broken = false
  await again.click()
  await expect.element(screen.getByRole('article', { name: /ポンプ室/ })).toBeVisible()
})

test.each([
  ['child', aDevice(), 'カメラ'],
  ['parent', router, 'WiFi'],
])(
  'the configuration file of a %s device is named after organization and device',
  async (kind, device, tab) => {
    await wide()
    const files = savedFiles()
    const { screen, last } = await openDevicesScreen({
      devices: [device satisfies Device],
      role: 1,
      refuse: ({ path }) => {
        if (path.endsWith('/download')) return Response.json({ ssid: 'kenshin' })
        const key = {
          access_key: 'access',
          secret_key: 'secret',
          created_at: device.created_at,
          expire_at: null,
        }
        return path === `/device/${device.id}/key`
          ? Response.json({ success: true, data: { key, shared_keys: [], access_hash: null } })
          : undefined
      },
    })
    await screen.getByRole('tab', { name: tab, exact: true }).click()
    await screen.getByRole('button', { name: `${device.name}の設定ファイル` }).click()
    await expect.poll(() => files.map(({ name }) => name)).toEqual([`kenshin-${device.id}.json`])
    expect(last('POST')).toMatchObject({
      path: `/auth/${kind}-device/download`,
      body: { device_id: device.id, organization_id: 1 },
    })
  },
)

test('a configuration file asks for another key when the own one has expired', async () => {
  await wide()
  const key = { access_key: 'access', secret_key: 'secret', created_at: aDevice().created_at }
  const expireAt = new Date(Date.now() - 86_400_000).toISOString()
  const credentials = {
    key: { ...key, expire_at: expireAt },
    shared_keys: [{ id: 7, name: '工場のキー', expire_at: '2099-12-31T23:59:59+09:00' }],
    access_hash: null,
  }
  const { screen } = await openDevicesScreen({
    role: 1,
    refuse: ({ path }) =>
      path === '/device/5/key' ? Response.json({ success: true, data: credentials }) : undefined,
  })
  await screen.getByRole('button', { name: 'WiFiカメラ ポンプ室 1の設定ファイル' }).click()
  const file = screen.getByRole('dialog', { name: '設定ファイルのキー' })
  await expect.element(file.getByRole('option', { name: '工場のキー' })).toBeInTheDocument()
  await screen.unmount()
  const again = await openDevicesScreen({
    role: 1,
    refuse: ({ path }) =>
      path === '/device/5/key' ? Response.json({ success: true, data: credentials }) : undefined,
  })
  await again.screen.getByRole('button', { name: /のQRコード$/ }).click()
  const qr = again.screen.getByRole('dialog')
  await expect.element(qr.getByRole('option', { name: '工場のキー' })).toBeInTheDocument()
})

test('the CSV button can be reached by key while the devices load', async () => {
  await wide()
  const loaded = Promise.withResolvers<void>()
  const { screen } = await openDevicesScreen({
    refuse: ({ path }) =>
      path === '/devices'
        ? loaded.promise.then(() => Response.json({ success: true, data: [aDevice()] }))
        : undefined,
  })
  const button = screen.getByRole('button', { name: 'CSVダウンロード' })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  const element = button.element()
  if (element instanceof HTMLElement) element.focus()
  await expect.element(button).toHaveFocus()
  loaded.resolve()
  await expect.element(button).not.toHaveAttribute('aria-busy')
  await expect.element(button).toHaveFocus()
})

test('the CSV has what is found, on all pages, as the columns say it', async () => {
  await wide()
  const files = savedFiles()
  const others = Array.from({ length: 60 }, (_, n) => aDevice({ id: 100 + n, name: `北棟 ${n}` }))
  const { screen } = await openDevicesScreen({ devices: [silent, ...others], search: { name: '北棟' } })
  await screen.getByRole('button', { name: 'CSVダウンロード' }).click()
  await expect.element(screen.getByText('60行のCSVを保存しました')).toBeVisible()
  const lines = (await files[0]?.blob.text())?.trim().split('\r\n') ?? []
  expect(lines).toHaveLength(61)
  expect(lines[0]).toMatch(/^端末名,種類,測定メーター,稼働状態,電池,電波強度/)
  expect(lines[1]).toMatch(/^北棟 0,WiFiカメラ,No.1 冷却水圧力,稼働中,72 %,強い（-61 dBm）/)
})
