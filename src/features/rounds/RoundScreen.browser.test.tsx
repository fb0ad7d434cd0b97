// Covers docs/requirements.md: 158, 491, 492, 493, 494, 495, 571, 593, 686, 859

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { role } from '../../../contract/access.ts'
import type { Category } from '../../../contract/categories.ts'
import type { Round } from '../../../contract/rounds.ts'
import { saveCapture } from '../../../offline/outbox.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { photograph, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { aRound, aStop } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { RoundScreen } from './RoundScreen.tsx'
import { RoundsScreen } from './RoundsScreen.tsx'
import type { RoundSearch } from './search.ts'

const { id: userId, organization } = anAccount()
/** Round gauges, and special meters, which cannot be read. */
const categories: Category[] = [
  aCategory({ id: 1, type: 0, name: '丸型' }),
  aCategory({ id: 7, type: 4, name: '特殊' }),
]
const device = { id: 9, name: '巡回', type: 5, status: 1 } as const
const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }
const paths = ['/rounds/$id', '/walk/$id', '/meters/$id', '/meter-value/$id', '/entry']

const at = new Date().toISOString()
const taro = { id: 1, username: '点検 太郎' }
const reading = {
  id: 31,
  value: 0.42,
  created_at: at,
  is_abnormal: true,
  is_unsure: false,
  read_state: null,
  thumbnail: null,
  user: taro,
}
const skip = { key: 'k', reason: 'other', note: '扉の鍵がない', skipped_at: at, user: taro } as const
const round = aRound({
  stops: [
    { ...aStop(3, '地下1階 電気室'), reading },
    { ...aStop(1, '屋上'), skip },
    aStop(2, '機械室'),
    aStop(4),
  ],
  captured: 1,
  skipped: 1,
  remaining: 2,
  abnormal: 1,
})

beforeEach(async () => {
  await resetPhone()
  await page.viewport(1024, 800)
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function open(content: 'one' | 'today', rounds: Round[] = [round], search: RoundSearch = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, categories)
  client.setQueryData(
    inspectionsQuery.queryKey,
    [7, 8].map((id) => ({
      id,
      name: `グループ${id}`,
      contact: '',
      organization_id: organization.id,
      ...times,
    })),
  )
  client.setQueryData(
    metersQuery.queryKey,
    [1, 2, 3, 4].map((id) =>
      aMeter({ id, name: `No.${id}`, device, inspection_id: 7, meter_category_id: id === 2 ? 7 : 1 }),
    ),
  )
  client.setQueryData(roundsQuery.queryKey, rounds)
  const shown =
    content === 'one' ? (
      <RoundScreen inspectionId={7} search={search} onSearch={() => undefined} />
    ) : (
      <RoundsScreen search={{}} onSearch={() => undefined} />
    )
  return { client, screen: await showRouted(client, shown, paths) }
}

/** Answers calls by their path; returns the bodies of what was sent. */
function answer(answers: Record<string, unknown>): unknown[] {
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') sent.push(await request.json())
    const found = answers[pathname]
    return found === undefined
      ? new Response(null, { status: 404 })
      : Response.json({ success: true, data: found })
  })
  return sent
}

test('each meter of a round stands with what came of it, and leads to its reading or itself', async () => {
  const { screen } = await open('one')
  const stops = screen.getByRole('list', { name: '点検ルートのメーター' }).getByRole('listitem')
  await expect.element(stops.nth(0)).toMatchTextContent(/1No\.3地下1階 電気室異常0\.42MPa.*点検 太郎/)
  await expect.element(stops.nth(1)).toMatchTextContent(/2No\.1屋上スキップその他（扉の鍵がない）.*点検 太郎/)
  await expect.element(stops.nth(2)).toMatchTextContent(/3No\.2機械室残り/)
  await expect.element(stops.nth(0).getByRole('link')).toHaveAttribute('href', '/meter-value/31')
  await expect.element(stops.nth(2).getByRole('link')).toHaveAttribute('href', '/meters/2')
  await expect.element(screen.getByText('予定 4 = 撮影 1 + スキップ 1 + 残り 2')).toBeVisible()
  for (const chip of ['すべて 4', '残り 2', 'スキップ 1', '異常・要確認 1'])
    await expect.element(screen.getByRole('radio', { name: chip })).toBeInTheDocument()
})

test('the values of a paper list are entered from a round', async () => {
  const { screen } = await open('one')
  await expect
    .element(screen.getByRole('link', { name: 'まとめて入力' }))
    .toHaveAttribute('href', '/entry?inspection=7')
})

test('paper says which meters of a round it shows', async () => {
  const { screen } = await open('one', [round], { show: 'left' })
  const stops = screen.getByRole('list', { name: '点検ルートのメーター' }).getByRole('listitem')
  await expect.poll(() => stops.elements().length).toBe(2)
  expect(screen.getByText(/絞り込み/).elements()).toEqual([])
  window.dispatchEvent(new Event('beforeprint'))
  await expect.element(screen.getByText('絞り込み: 残り', { exact: true })).toBeVisible()
  window.dispatchEvent(new Event('afterprint'))
  await expect.element(screen.getByText(/絞り込み/)).not.toBeInTheDocument()
})

test('a picture that waits says whether for settings or for a value', async () => {
  const waiting = { ...reading, value: null, is_abnormal: false, read_state: 3 } as const
  const stops = [
    { ...aStop(1), reading: waiting },
    { ...aStop(2), reading: waiting },
    { ...aStop(3), reading: { ...waiting, read_state: 0 } as const },
  ]
  const { screen } = await open('one', [aRound({ stops })])
  const rows = screen.getByRole('list', { name: '点検ルートのメーター' }).getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent(/No\.1設定待ち/)
  await expect.element(rows.nth(1)).toMatchTextContent(/No\.2入力待ち/)
  await expect.element(rows.nth(2)).toMatchTextContent(/No\.3読取待ち/)
})

test('what this phone holds counts at once in the round of supervisors too', async () => {
  await saveCapture(photograph({ userId, organizationId: organization.id }, { meterId: 2 }))
  const { screen } = await open('today')
  const card = screen.getByRole('article', { name: '朝の巡回' })
  await expect.element(card).toMatchTextContent(/巡回中.*予定 4 = 撮影 2 \+ スキップ 1 \+ 残り 1.*未送信 1/)
})

test('who is in charge is chosen among all members, by a general user too', async () => {
  const sent = answer({
    '/api/v1/inspection/7/route': round,
    '/api/v1/round-assignees': [taro, { id: 12, username: '山田 花子' }],
  })
  const { screen } = await open('one')
  await screen.getByRole('button', { name: '予定と担当者' }).click()
  const dialog = screen.getByRole('dialog', { name: '予定と担当者' })
  await expect.element(dialog.getByRole('radio', { checked: true })).toHaveFocus()
  await screen.getByRole('combobox', { name: '担当者' }).click()
  await screen.getByRole('option', { name: '山田 花子' }).click()
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => sent).toEqual([{ assignee_id: 12 }])
})

test('a system administrator is not among those who may be in charge', async () => {
  answer({ '/api/v1/round-assignees': [taro] })
  const { client, screen } = await open('one')
  client.setQueryData(accountQuery.queryKey, {
    ...anAccount(),
    id: 2,
    username: '管理 一郎',
    role: role.system,
  })
  await screen.getByRole('button', { name: '予定と担当者' }).click()
  await screen.getByRole('combobox', { name: '担当者' }).click()
  await expect.element(screen.getByRole('option')).toHaveTextContent('点検 太郎')
})

test('a schedule that is set after its time says why this round has no due time', async () => {
  const schedule = { every: 'day', weekdays: [0, 1, 2, 3, 4, 5, 6], time: '00:00' } as const
  answer({
    '/api/v1/inspection/7/route': { ...round, schedule, is_set_after_due: true },
    '/api/v1/round-assignees': [taro],
  })
  const { screen } = await open('one')
  const head = screen.getByRole('region', { name: '進み具合' })
  await expect.element(head).toMatchTextContent(/期限なし/)
  await screen.getByRole('button', { name: '予定と担当者' }).click()
  await screen.getByRole('radio', { name: '毎日' }).click()
  await screen.getByRole('button', { name: '保存' }).click()
  await expect
    .element(screen.getByText('今回の期限の時刻はもう過ぎています。次回から期限になります。'))
    .toBeVisible()
  await expect.element(head).toMatchTextContent(/期限は次回から（今回の期限を過ぎてから設定されました）/)
})

test('an order is set by keys and told in Japanese, asks before it is lost, and is undone after saving', async () => {
  const sent = answer({ '/api/v1/inspection/7/route': round })
  const { screen } = await open('one')
  await screen.getByRole('button', { name: '順番を変更' }).click()
  const order = screen.getByRole('list', { name: 'メーターの順番' }).getByRole('listitem')
  await expect.element(screen.getByRole('button', { name: 'No.3を動かす' })).toHaveFocus()
  const handle = screen.getByRole('button', { name: 'No.4を動かす' })
  await expect.element(handle).toBeVisible()
  handle.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(screen.getByText('No.4をつかみました。今は 4 番目です。')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(screen.getByText('No.4を 3 番目に動かしました。')).toBeInTheDocument()
  await expect.element(order.nth(3)).toMatchTextContent(/3No\.4/)
  await expect.element(order.nth(2)).toMatchTextContent(/4No\.2/)
  await userEvent.keyboard(' ')
  await expect.element(order.nth(2)).toMatchTextContent(/3No\.4/)
  await expect.poll(hasUnsavedInput).toBe(true)
  await screen.getByRole('button', { name: '順番を保存' }).click()
  await expect.element(screen.getByText('順番を保存しました')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '順番を変更' })).toHaveFocus()
  await screen.getByRole('button', { name: /元に戻す/ }).click()
  await expect.poll(() => sent).toEqual([{ meter_ids: [3, 1, 4, 2] }, { meter_ids: [3, 1, 2, 4] }])
  await expect.poll(hasUnsavedInput).toBe(false)
})

test('the order of past walks is shown beside the present one, applied and undone', async () => {
  answer({ '/api/v1/inspection/7/proposed-route': { meter_ids: [2, 3, 1, 4], rounds: 12 } })
  const { screen } = await open('one')
  await screen.getByRole('button', { name: '順番を変更' }).click()
  await screen.getByRole('button', { name: '過去の順路を提案' }).click()
  const dialog = screen.getByRole('dialog', { name: '過去の順路の提案' })
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent(/1No\.2.*今は 3 番目/)
  await dialog.getByRole('button', { name: '適用' }).click()
  const first = screen.getByRole('list', { name: 'メーターの順番' }).getByRole('listitem').first()
  await expect.element(first).toMatchTextContent(/1No\.2/)
  await screen.getByRole('button', { name: /元に戻す/ }).click()
  await expect.element(first).toMatchTextContent(/1No\.3/)
})

test('without past walks nothing is proposed, which says why', async () => {
  answer({ '/api/v1/inspection/7/proposed-route': { meter_ids: [], rounds: 0 } })
  const { screen } = await open('one')
  await screen.getByRole('button', { name: '順番を変更' }).click()
  await screen.getByRole('button', { name: '過去の順路を提案' }).click()
  await expect
    .element(screen.getByText('過去90日に、2件以上を撮影した巡回がないため、提案できません。'))
    .toBeVisible()
})
