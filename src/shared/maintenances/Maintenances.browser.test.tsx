// Covers docs/requirements.md: 1079, 1080

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMaintenance } from '../../../tests/support/responses/maintenances.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { Maintenances } from './Maintenances.tsx'

let maintenances: Maintenance[] = []
let occurring = 0
let isBroken = false
/** Method, path and body of each change. */
let sent: [method: string, path: string, body: unknown][] = []

beforeEach(async () => {
  await page.viewport(390, 844)
  maintenances = [aMaintenance()]
  occurring = 0
  isBroken = false
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.replace('/api/v1', '')
    const answer = (data: unknown) => Response.json({ success: true, data })
    if (request.method === 'GET') return answer(maintenances)
    const text = await request.text()
    sent.push([request.method, path, text === '' ? null : JSON.parse(text)])
    if (isBroken) return new Response(null, { status: 503 })
    const id = Number(path.split('/')[2])
    if (request.method === 'DELETE') {
      maintenances = maintenances.filter(({ group_id }) => group_id !== id)
      return answer({ id, occurring_alerts: occurring })
    }
    const { reason, minutes } = JSON.parse(text)
    const ends_at = new Date(Date.now() + minutes * 60_000).toISOString()
    maintenances = maintenances.map((one) => (one.group_id === id ? { ...one, reason, ends_at } : one))
    return answer(maintenances.find(({ group_id }) => group_id === id))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function open(role: 0 | 1 = 1) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  client.setQueryData(metersQuery.queryKey, [])
  return showRouted(client, <Maintenances />)
}
type Screen = Awaited<ReturnType<typeof open>>

const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })
const banner = (screen: Screen) => screen.getByRole('region', { name: '点検中', exact: true })

test('every user reads where people work, until when and why', async () => {
  maintenances = [aMaintenance(), aMaintenance({ group_id: 7, group_name: 'ボイラー室', reason: '法定点検' })]
  const screen = await open(0)
  await expect
    .element(banner(screen))
    .toMatchTextContent(
      /ポンプ室: 点検中（.* まで、配管の交換）。通知は止めています。ボイラー室: 点検中（.* まで、法定点検）/,
    )
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('one whose time is over is not shown', async () => {
  const over = new Date(Date.now() - 60_000).toISOString()
  maintenances = [
    aMaintenance(),
    aMaintenance({ group_id: 7, group_name: 'ボイラー室', started_at: over, ends_at: over }),
  ]
  const screen = await open()
  await expect.element(banner(screen)).toMatchTextContent(/ポンプ室/)
  await expect.element(banner(screen)).not.toMatchTextContent(/ボイラー室/)
})

test('an administrator ends it after a question, and is told how many alerts are left', async () => {
  occurring = 3
  const screen = await open()
  await button(screen, 'ポンプ室の点検中を終了').click()
  await dialogHasFocus(/「ポンプ室」の点検中を終了します。/)
  await button(screen, '終了').click()
  await expect
    .element(screen.getByText('「ポンプ室」の点検中を終了しました。発生中のアラートが3件あります。'))
    .toBeVisible()
  await expect.element(banner(screen)).not.toBeInTheDocument()
  expect(sent).toEqual([['DELETE', '/meters-group/6/maintenance', null]])
})

test('a failure to end it is said, and it stays', async () => {
  isBroken = true
  const screen = await open()
  await button(screen, 'ポンプ室の点検中を終了').click()
  await dialogHasFocus(/「ポンプ室」の点検中を終了します。/)
  await button(screen, '終了').click()
  await expect.element(screen.getByText('「ポンプ室」の点検中を終了できませんでした')).toBeVisible()
  await expect.element(banner(screen)).toMatchTextContent(/ポンプ室/)
})

test('an administrator extends it, with the reason as it is', async () => {
  const screen = await open()
  await button(screen, 'ポンプ室の点検中を延長').click()
  await dialogHasFocus(/「ポンプ室」の点検中を延長/)
  await screen.getByRole('combobox', { name: '今からの時間' }).selectOptions('4時間')
  await button(screen, '保存').click()
  await expect.element(screen.getByText(/^「ポンプ室」は .* まで点検中です$/)).toBeVisible()
  expect(sent).toEqual([['PUT', '/meters-group/6/maintenance', { minutes: 240, reason: '配管の交換' }]])
})
