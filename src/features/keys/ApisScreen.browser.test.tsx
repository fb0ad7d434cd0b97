// Covers docs/requirements.md: 425, 426, 428, 430

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '../../../contract/access.ts'
import type { Key } from '../../../contract/keys.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { ApisScreen } from './ApisScreen.tsx'
import { keyColumns } from './keyColumns.tsx'
import type { KeySearch } from './search.ts'

const aKey = (over: Partial<Key> = {}): Key => ({
  id: 1,
  name: '集計システム',
  access_key: 'AKxxxxxxxxxxxxxxxxxx',
  secret_key: 'SECRETxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  user: 'sato',
  user_id: 7,
  expire_at: '2099-12-31T23:59:59+09:00',
  white_ips: null,
  type: 0,
  daily_count: 5,
  max_count: 100,
  meter_names: {},
  created_at: '2026-11-01T09:00:00+09:00',
  ...over,
})
const member = {
  is_alert_mail: false,
  is_closing_notice: true,
  white_ips: null,
  organization_id: 1,
  created_at: '2026-11-01T09:00:00+09:00',
}
const users = [
  { id: 7, username: 'sato', email: 'sato@example.jp', role: 0, ...member },
  { id: 8, username: 'root', email: 'root@example.jp', role: 2, ...member },
]

function Screen() {
  const [search, setSearch] = useState<KeySearch>({})
  return <ApisScreen search={search} onSearch={setSearch} />
}

async function open({ keys = [aKey()], role = 1 as Role, until = Promise.resolve() } = {}) {
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    await until
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/users')) return Response.json({ success: true, data: users })
    if (request.method === 'GET') return Response.json({ success: true, data: keys })
    const body: unknown = await request.json()
    sent.push(body)
    return Response.json({ success: true, data: aKey({ id: 2 }) })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  return { screen: await showRouted(client, <Screen />), sent }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
})

test('a secret is eight dots until it is asked for; the CSV has none', async () => {
  await page.viewport(1440, 900)
  const { screen } = await open()
  const secret = aKey().secret_key
  await expect.element(screen.getByText('••••••••')).toBeVisible()
  expect(document.body.textContent).not.toContain(secret)
  await screen.getByRole('button', { name: '集計システムのシークレットキーを表示' }).click()
  await expect.element(screen.getByText(secret)).toBeVisible()
  await screen.getByRole('button', { name: '集計システムのシークレットキーを隠す' }).click()
  expect(document.body.textContent).not.toContain(secret)
  const columns = keyColumns({
    zone: 'Asia/Tokyo',
    now: 0,
    onEdit: () => undefined,
    onRemove: () => undefined,
  })
  const csv = csvOf(columns, [aKey()])
  expect(csv).toContain('集計システム,有効,2099/12/31 23:59:59,AKxxxxxxxxxxxxxxxxxx')
  expect(csv).not.toContain(secret)
})

test.each([1440, 390])('the CSV keeps its place for Tab while the keys load, at %i pixels', async (width) => {
  await page.viewport(width, 900)
  const { promise, resolve } = Promise.withResolvers<void>()
  const { screen } = await open({ keys: [], until: promise })
  const csv = screen.getByRole('button', { name: 'CSVダウンロード' })
  await expect.element(csv).toBeInTheDocument()
  ;(csv.element() as HTMLElement).focus()
  await expect.element(csv).toHaveFocus()
  resolve()
  await expect.element(csv).toBeDisabled()
})

test('expired keys, those that expire soon and those near their calls of the day say so', async () => {
  await page.viewport(390, 844)
  const keys = [
    aKey({ id: 1, name: '古い', expire_at: '2020-01-01T23:59:59+09:00' }),
    aKey({ id: 2, name: '多い', daily_count: 80 }),
    aKey({ id: 3, name: '満杯', daily_count: 100 }),
    aKey({ id: 4, name: '普通', daily_count: 79 }),
    aKey({ id: 5, name: 'もうすぐ', expire_at: new Date(Date.now() + 29.5 * 86_400_000).toISOString() }),
  ]
  const { screen } = await open({ keys })
  const card = (name: string) => screen.getByRole('article', { name })
  await expect.element(card('古い')).toMatchTextContent(/期限切れ/)
  await expect.element(card('もうすぐ')).toMatchTextContent(/期限間近/)
  await expect.element(card('多い')).toMatchTextContent(/上限間近/)
  await expect.element(card('満杯')).toMatchTextContent(/上限到達/)
  await expect.element(card('普通')).toMatchTextContent(/有効/)
  expect(card('普通').element().textContent).not.toContain('上限間近')
})

test('a key needs a name, a user who is no system administrator, and a last day; addresses are IPv4', async () => {
  await page.viewport(1440, 900)
  const { screen, sent } = await open({ keys: [aKey({ white_ips: '192.0.2.1' })] })
  await screen.getByRole('button', { name: 'APIキーを追加' }).click()
  await expect.element(screen.getByRole('combobox', { name: '種類' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '登録' }).click()
  for (const message of [
    'キー名を入力してください',
    'ユーザーを選択してください',
    '有効期限を選択してください',
  ])
    await expect.element(screen.getByText(message)).toBeVisible()
  await screen.getByRole('combobox', { name: 'ユーザー' }).click()
  await screen.getByRole('option', { name: 'sato' }).click()
  await screen.getByRole('combobox', { name: 'ユーザー' }).click()
  await expect.element(screen.getByRole('option', { name: 'root' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await screen.getByRole('button', { name: '破棄' }).click()

  await screen.getByRole('button', { name: '集計システムを編集' }).click()
  await expect.element(screen.getByRole('radio', { name: '指定する' })).toBeChecked()
  await type(screen.getByRole('textbox', { name: 'IPアドレス' }), '192.0.2.300')
  await screen.getByRole('button', { name: '更新' }).click()
  await expect.element(screen.getByText('IPアドレスを正しく入力してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: 'IPアドレス' }), '192.0.2.30')
  await type(screen.getByRole('textbox', { name: '1日の最大利用回数（任意）' }), '２00')
  await screen.getByRole('button', { name: '更新' }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      {
        name: '集計システム',
        user_id: 7,
        expire_at: '2099-12-31 23:59:59',
        max_count: 200,
        type: 0,
        white_ips: '192.0.2.30',
      },
    ])
})

test('the type is chosen by system administrators', async () => {
  await page.viewport(1440, 900)
  const { screen } = await open({ role: 2 })
  await screen.getByRole('button', { name: 'APIキーを追加' }).click()
  await expect.element(screen.getByRole('combobox', { name: '種類' })).toHaveValue('0')
})
