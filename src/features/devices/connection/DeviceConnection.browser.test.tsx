// Covers docs/requirements.md: 642, 674

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { DeviceConnection, DeviceCredentials } from '../../../../contract/device-connections.ts'
import { openDevice } from '../../../../tests/support/components/device-detail.tsx'
import { aDevice } from '../../../../tests/support/responses/devices.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { notify } from '../../../ui/notice/notify.tsx'

beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const [general, admin, system] = [0, 1, 2] as const
const at = '2026-11-20T15:00:04+09:00'
const secret = 'S'.repeat(40)

const connection: DeviceConnection = {
  server_url: 'https://meters.example.jp',
  last_arrival: { kind: 'picture', at, measured_at: at, note: null },
  rejections: [
    {
      at,
      method: 'POST',
      path: '/api/v1/device-api/pictures',
      code: 'validation_failed',
      message: '入力内容に誤りがあります。',
      issues: [{ path: 'measured-at', message: '日時が正しくありません' }],
    },
  ],
  numbers: [
    { name: 'gas', value: '7.25', seen_at: at, meter_id: null, used_meter_id: null },
    { name: 'water', value: '', seen_at: at, meter_id: 3, used_meter_id: 3 },
    { name: 'ＭＡＩＮ', value: '4.5', seen_at: at, meter_id: null, used_meter_id: 3 },
  ],
}
const day = 86_400_000
/** Half a day later, so that the day does not change while the test runs. */
const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * day).toISOString()
const key = { access_key: 'A'.repeat(20), secret_key: secret, created_at: at, expire_at: null }
const without: DeviceCredentials = { key: null, shared_keys: [], access_hash: null }

async function open(role: 0 | 1 | 2, first: DeviceCredentials = without) {
  const calls: { call: string; body: unknown }[] = []
  let credentials = first
  const opened = await openDevice({
    role,
    answer: async (request) => {
      const { pathname } = new URL(request.url)
      const answer = (data: unknown) => Response.json({ success: true, data })
      if (request.method !== 'GET') {
        calls.push({
          call: `${request.method} ${pathname}`,
          body: await request
            .clone()
            .json()
            .catch(() => null),
        })
      }
      if (pathname.endsWith('/connection') || pathname.endsWith('/number')) return answer(connection)
      if (!pathname.endsWith('/key') && !pathname.endsWith('/access-hash')) return undefined
      if (request.method === 'POST') credentials = { ...credentials, key }
      if (request.method === 'DELETE') credentials = { ...credentials, key: null }
      return answer(credentials)
    },
  })
  const panel = opened.screen.getByRole('region', { name: '接続' })
  await expect.element(panel.getByText('https://meters.example.jp', { exact: true })).toBeVisible()
  return { ...opened, panel, calls }
}

/** Tests have no portals, so a dialog of the narrow column lies partly outside the window and cannot be clicked. */
async function pressEnter(button: Locator) {
  await expect.element(button).toBeVisible()
  const element = button.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
}

describe('接続', () => {
  test('shows a general user address, last arrival and last rejection with its field, but no key', async () => {
    const { panel, asked, fact } = await open(general)
    await expect.element(fact('最後に届いたもの').getByText(/写真/).first()).toBeVisible()
    await expect
      .element(
        fact('最後の拒否')
          .getByText(/写真の送信/)
          .first(),
      )
      .toBeVisible()
    await expect
      .element(
        fact('最後の拒否')
          .getByText(/日時が正しくありません/)
          .first(),
      )
      .toBeVisible()
    await expect.element(panel.getByRole('button', { name: /キーを作成/ })).not.toBeInTheDocument()
    await expect.element(panel.getByText('アクセスキー:シークレットキー').first()).toBeVisible()
    expect(asked.some((call) => call.endsWith('/key'))).toBe(false)
  })

  test('a webhook’s picture without values is shown as received and waiting', async () => {
    const note = 'この時刻の値を待っています。'
    const { fact } = await openDevice({
      answer: ({ url }) =>
        url.endsWith('/connection')
          ? Response.json({
              success: true,
              data: {
                ...connection,
                last_arrival: { kind: 'webhook_picture', at, measured_at: at, note },
              },
            })
          : undefined,
    })
    await expect
      .element(fact('最後に届いたもの'))
      .toMatchTextContent(/Webhookの写真（.+この時刻の値を待っています。$/)
  })

  test('the rows that a webhook’s call refused are counted from 1, and the values are not called a picture', async () => {
    const { fact } = await openDevice({
      answer: ({ url }) =>
        url.endsWith('/connection')
          ? Response.json({
              success: true,
              data: {
                ...connection,
                last_arrival: { kind: 'webhook', at, measured_at: at, note: null },
                rejections: [
                  {
                    at,
                    method: 'POST',
                    path: '/api/v1/device-api/ai-on-the-edge',
                    code: 'validation_failed',
                    message: '入力内容に誤りがあります。',
                    issues: [
                      { path: 'body', message: '2件中1件を登録できませんでした' },
                      { path: '1.name', message: '「second」に対応するメーターがありません' },
                    ],
                  },
                ],
              },
            })
          : undefined,
    })
    await expect.element(fact('最後に届いたもの')).toMatchTextContent(/Webhookの値（/)
    const items = fact('最後の拒否').getByRole('listitem')
    await expect.element(items.nth(0)).toHaveTextContent('2件中1件を登録できませんでした')
    await expect
      .element(items.nth(1))
      .toHaveTextContent('2件目 name: 「second」に対応するメーターがありません')
    await expect.element(fact('最後の拒否')).not.toMatchTextContent(/validation_failed/)
  })

  test('an administrator creates the key, sees the secret on demand and copies a command that works', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen, panel, fact, calls } = await open(admin)
    await panel.getByRole('button', { name: 'キーを作成' }).click()
    const dialog = screen.getByRole('dialog', { name: `キーの作成（${aDevice({}).name}）` })
    await expect.element(dialog.getByRole('button', { name: /有効期限/ })).toHaveFocus()
    await pressEnter(dialog.getByRole('button', { name: '作成', exact: true }))
    await expect.element(panel.getByText(key.access_key, { exact: true })).toBeVisible()
    expect(calls).toEqual([
      { call: 'POST /api/v1/device/5/key', body: { expire_at: null, organization_id: 1 } },
    ])
    await expect.element(fact('有効期限')).toMatchTextContent(/なし/)
    expect(panel.element().textContent).not.toContain(secret)
    await panel.getByRole('button', { name: '接続の確認のコマンドをコピー' }).click()
    expect(copied).toHaveBeenCalledWith(
      `curl --fail-with-body -sS -u '${key.access_key}:${secret}' 'https://meters.example.jp/api/v1/device-api/heartbeat' \\\n` +
        "  -H 'Device-Serial: KS240001' -H 'Content-Type: application/json' \\\n  -d '{}'",
    )
    await panel.getByRole('button', { name: /のシークレットキーを表示/ }).click()
    await expect.element(panel.getByText(secret, { exact: true })).toBeVisible()
  })

  test('a key is renewed with an expiry, chosen as a day from today on', async () => {
    vi.setSystemTime('2026-11-21T00:30:00+09:00')
    onTestFinished(() => void vi.useRealTimers())
    const { screen, panel, calls } = await open(admin, { ...without, key })
    await panel.getByRole('button', { name: 'キーを更新' }).click()
    const dialog = screen.getByRole('dialog', { name: `キーの更新（${aDevice({}).name}）` })
    await expect.element(dialog.getByText(/今のキーを無効にします/)).toBeVisible()
    await dialog.getByRole('button', { name: /有効期限/ }).click()
    const dayButton = (name: string) => screen.getByRole('button', { name, exact: true })
    await expect.element(dayButton('2026年11月20日')).toBeDisabled()
    await dayButton('2026年11月21日').click()
    await pressEnter(dialog.getByRole('button', { name: '更新', exact: true }))
    await expect.element(screen.getByText(/のキーを更新しました/)).toBeVisible()
    expect(calls).toEqual([
      {
        call: 'POST /api/v1/device/5/key',
        body: { expire_at: '2026-11-21 23:59:59', organization_id: 1 },
      },
    ])
  })

  test.each([
    [31, /2\d{3}\/\d\d\/\d\d \d\d:\d\d:\d\d$/],
    [12, /あと12日で期限切れ/],
    [-1, /期限切れ$/],
  ])('the expiry of a key is shown, with a warning from 30 days before: %d days', async (days, text) => {
    const { fact } = await open(admin, { ...without, key: { ...key, expire_at: inDays(days) } })
    await expect.element(fact('有効期限')).toMatchTextContent(text)
  })

  test('a key that expires soon or has expired is a banner of the device, also for general users', async () => {
    const soon = await openDevice({ role: general, device: { key_expire_at: inDays(12) } })
    const banner = soon.screen.getByRole('region', { name: 'キーの有効期限' })
    await expect.element(banner).toMatchTextContent(/キーがあと12日で期限切れになります。/)
    await expect.element(banner).toMatchTextContent(/キーを更新し、新しいキーを端末に設定/)
    await soon.screen.unmount()
    const late = await openDevice({ role: general, device: { key_expire_at: inDays(-1) } })
    await expect
      .element(late.screen.getByRole('region', { name: 'キーの有効期限' }))
      .toMatchTextContent(/キーの有効期限が切れています。/)
  })

  test('a key that is valid for longer has no banner', async () => {
    const { screen } = await openDevice({ device: { key_expire_at: inDays(31) } })
    await expect.element(screen.getByRole('region', { name: '接続' })).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'キーの有効期限' })).not.toBeInTheDocument()
  })

  test('the command of an analog unit names the channel of its meter, with a value inside its range', async () => {
    const { screen } = await openDevice({
      device: { type: 4, interval_crons: '*/10 * * * *' },
      meters: [aMeter({ analog_settings: '3:0:100' })],
    })
    const panel = screen.getByRole('region', { name: '接続' })
    await expect.element(panel.getByText(/"channel\\":3,.+"value\\":12,/)).toBeVisible()
  })

  test('an address that leads back to the caller is called out, and HTTPS only where it is used', async () => {
    const https = /HTTPSで送信できません/
    const { panel } = await open(admin)
    await expect.element(panel.getByText(https)).toBeVisible()
    await expect.element(panel.getByText(/同じ機器からしか/)).not.toBeInTheDocument()
    const { screen } = await openDevice({
      answer: ({ url }) =>
        url.endsWith('/connection')
          ? Response.json({ success: true, data: { ...connection, server_url: 'http://127.0.0.1:3000' } })
          : undefined,
    })
    const local = screen.getByRole('region', { name: '接続' })
    await expect.element(local.getByText(/同じ機器からしか接続できません/)).toBeVisible()
    await expect.element(local.getByText(https)).not.toBeInTheDocument()
  })

  test('withdrawing a key asks first', async () => {
    const { screen, panel, calls } = await open(admin, { ...without, key })
    await panel.getByRole('button', { name: 'キーを無効にする' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: '無効にする' }).click()
    await expect.element(panel.getByRole('button', { name: 'キーを作成' })).toBeVisible()
    expect(calls).toEqual([{ call: 'DELETE /api/v1/device/5/key', body: null }])
  })

  test('an unknown number is offered for assignment to a meter of the device', async () => {
    const { screen, panel, calls } = await open(admin)
    await expect.element(panel.getByText('対応するメーターがありません')).toBeVisible()
    await expect.element(panel.getByText(/^water: 値なし（/)).toBeVisible()
    // The server matched it, by whatever rule.
    await expect
      .element(panel.getByRole('combobox', { name: '「ＭＡＩＮ」のメーター' }))
      .toHaveAttribute('placeholder', 'No.1 冷却水圧力（自動で対応）')
    await panel.getByRole('combobox', { name: '「gas」のメーター' }).click()
    await screen.getByRole('option', { name: 'No.1 冷却水圧力' }).click()
    await expect.element(screen.getByText(/「gas」のメーターを変更しました/)).toBeVisible()
    expect(calls).toEqual([{ call: 'PUT /api/v1/device/5/number', body: { name: 'gas', meter_id: 3 } }])
  })

  test('only a system administrator reads and changes the access hash', async () => {
    const { screen, panel, calls } = await open(system, { ...without, access_hash: 'ab12cd34' })
    await panel.getByRole('button', { name: /のアクセスハッシュを表示/ }).click()
    await expect.element(panel.getByText('ab12cd34', { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'アクセスハッシュを変更' }).click()
    await expect.element(screen.getByRole('textbox', { name: /アクセスハッシュ/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText(/のアクセスハッシュを変更しました/)).toBeVisible()
    expect(calls).toEqual([
      { call: 'PUT /api/v1/device/5/access-hash', body: { access_hash: null, organization_id: 1 } },
    ])
    await screen.unmount()
    const other = await open(admin, without)
    await expect.element(other.panel.getByText('アクセスハッシュ')).not.toBeInTheDocument()
  })

  test('a key for all devices that expires within 30 days carries a warning', async () => {
    const { panel } = await open(admin, {
      ...without,
      shared_keys: [{ id: 7, name: '工場のキー', expire_at: inDays(10) }],
    })
    await expect.element(panel.getByText(/あと10日で期限切れ/)).toBeVisible()
  })
})
