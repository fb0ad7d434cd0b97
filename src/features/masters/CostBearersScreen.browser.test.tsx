// Covers docs/requirements.md: 737

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { CostBearersScreen } from './CostBearersScreen.tsx'

let bearers: { id: number; name: string; status: 0 | 1 }[] = []
/** Method, path and body of each change. */
let sent: unknown[] = []

beforeEach(async () => {
  localStorage.clear()
  bearers = [
    { id: 1, name: '1階 店舗', status: 0 },
    { id: 2, name: '共用部', status: 1 },
  ]
  sent = []
  await page.viewport(1440, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'GET') return Response.json({ success: true, data: bearers })
    const text = await request.text()
    sent.push([request.method, pathname, text === '' ? null : JSON.parse(text)])
    const data = request.method === 'DELETE' ? { id: 2 } : { id: 3, name: '2階', status: 0 }
    return Response.json({ success: true, data })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [
    aMeter({ id: 1, cost_bearer_id: 1 }),
    aMeter({ id: 2, cost_bearer_id: 1 }),
    aMeter({ id: 3 }),
  ])
  return showRouted(client, <CostBearersScreen search={{}} onSearch={() => {}} />)
}

test('cost bearers are listed with their meters and their state, and one is added', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent(/1階 店舗.*2件.*有効/)
  await expect.element(screen.getByRole('row').nth(2)).toMatchTextContent(/共用部.*0件.*無効/)
  await screen.getByRole('button', { name: '負担先を追加' }).click()
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('負担先名を入力してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: /負担先名/ }), '2階')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect
    .poll(() => sent)
    .toEqual([['POST', '/api/v1/cost-bearers', { name: '2階', organization_id: 1 }]])
})

test('a new name says before it is saved how many meters show it', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: '1階 店舗を編集' }).click()
  await type(screen.getByRole('textbox', { name: /負担先名/ }), '1階 カフェ')
  await expect
    .element(screen.getByText('この負担先のメーター 2件の表示が「1階 カフェ」に変わります。'))
    .toBeVisible()
  await screen.getByRole('button', { name: '更新' }).click()
  await expect
    .poll(() => sent)
    .toEqual([['PUT', '/api/v1/cost-bearers/1', { name: '1階 カフェ', organization_id: 1, status: 0 }]])
})

test('one that a meter has is not deleted, another is after a question', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: '1階 店舗を削除' }).click()
  await expect
    .element(screen.getByText(/^「1階 店舗」は2件のメーターで使用しているため削除できません。/))
    .toBeVisible()
  await screen.getByRole('button', { name: '共用部を削除' }).click()
  await screen.getByRole('button', { name: '削除', exact: true }).click()
  await expect.poll(() => sent).toEqual([['DELETE', '/api/v1/cost-bearers/2', null]])
})
