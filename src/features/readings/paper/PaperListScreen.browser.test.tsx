// Covers docs/requirements.md: 851, 852, 853, 854, 855, 856, 857, 858

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { dialogHasFocus } from '../../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { refusedForClosedMonths } from '../../../../tests/support/responses/closedMonths.ts'
import { aCategory, aMeter } from '../../../../tests/support/responses/meters.ts'
import { aRound, aStop } from '../../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { groupsQuery } from '../../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../../lib/queries/inspections.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { roundsQuery } from '../../../lib/queries/rounds.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { discardInput, hasUnsavedInput } from '../../../pwa/busy.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { PaperListScreen } from './PaperListScreen.tsx'
import type { PaperSearch } from './search.ts'

interface Sent {
  meter_id: number
  value: number
  created_at: string
  confirmed_doubts?: string[]
}

/** The network: what was stored and deleted, and the answer to a value instead of a receipt. */
const server = {
  stored: [] as (Sent & { key: string | null })[],
  deleted: [] as string[],
  answer: (_sent: Sent, _headers: Headers): Response | undefined | Promise<undefined> => undefined,
  /** Null: the call fails. */
  around: null as { before: object; after: object } | null,
  meters: [] as Meter[],
}

const success = (data: unknown) => Response.json({ success: true, data })

beforeEach(async () => {
  await resetPhone()
  await page.viewport(1440, 900)
  localStorage.clear()
  Object.assign(server, { stored: [], deleted: [], answer: () => undefined, around: null, meters: [] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'DELETE') {
      server.deleted.push(pathname)
      return success({})
    }
    if (request.method === 'POST') {
      const sent: Sent = await request.json()
      const refusal = await server.answer(sent, request.headers)
      if (refusal !== undefined) return refusal
      const key = request.headers.get('idempotency-key')
      server.stored.push({ ...sent, key })
      const received = { sha256: null, length: null, received_at: '2026-11-20T14:03:05+09:00' }
      return success({ id: 100 + sent.meter_id, key, meter_id: sent.meter_id, ...received })
    }
    if (pathname.endsWith('/values-around') && server.around !== null) return success(server.around)
    if (pathname.endsWith('/meters')) return success(server.meters)
    if (pathname.endsWith('/usages')) return success([])
    throw new TypeError('offline')
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  notify.clear()
})

const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }
const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()

/** A counter of five digits that showed 1,000 ten days ago, and counts 10 a day. */
const counter = (id: number, over: Partial<Meter> = {}): Meter =>
  aMeter({
    id,
    name: `No.${id}`,
    code: `A-${id}`,
    inspection_id: 7,
    meter_category_id: 4,
    is_cumulative: true,
    start_value: null,
    end_value: null,
    emergency_start_value: null,
    emergency_end_value: null,
    digit_number: 5,
    decimal_point: 0,
    rate: { usual: 10, greatest: 12, days: 1 },
    evidence: [{ value: 1000, created_at: daysAgo(10) }],
    ...over,
  })

async function open(meters: Meter[], search: PaperSearch = { inspection: 7 }) {
  server.meters = meters
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'kWh', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 4, name: 'カウンター', type: categoryType.counter }),
  ])
  const group = { id: 7, name: '朝の巡回', organization_id: 1, ...times }
  client.setQueryData(inspectionsQuery.queryKey, [{ ...group, contact: '' }])
  client.setQueryData(groupsQuery.queryKey, [{ ...group, id: 8, name: '第一工場', description: '' }])
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(roundsQuery.queryKey, [aRound({ stops: [aStop(3), aStop(1)] })])
  const onSearch = vi.fn()
  const screen = await showRouted(client, <PaperListScreen search={search} onSearch={onSearch} />, [
    '/meters',
    '/groups',
  ])
  const field = (id: number) => screen.getByRole('textbox', { name: `No.${id}の測定値`, exact: true })
  const row = (id: number) =>
    screen.getByRole('listitem').filter({ hasText: new RegExp(`No\\.${id}A-${id}`) })
  return { screen, field, row, onSearch }
}

/** Opens the list of a round, whose first empty field has the focus. */
async function openList(meters: Meter[]) {
  const opened = await open(meters)
  await expect.poll(() => document.activeElement?.matches('input[data-value]')).toBe(true)
  return opened
}

test('thirty values take one key more than their digits, in the order of the round', async () => {
  const { screen, field } = await openList(Array.from({ length: 30 }, (_, index) => counter(index + 1)))
  await expect.element(field(3)).toHaveFocus()
  let keys = 0
  const count = () => {
    keys += 1
  }
  window.addEventListener('keydown', count)
  const values = Array.from({ length: 30 }, (_, index) => String(1090 + (index % 10)))
  await userEvent.keyboard(values.map((value) => `${value}{Enter}`).join(''))
  await expect.element(screen.getByRole('button', { name: '30件を登録' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  window.removeEventListener('keydown', count)
  expect(keys).toBe(30 * (4 + 1) + 1)
  await expect.element(screen.getByText('30件の測定値を登録しました')).toBeVisible()
  const order = [3, 1, 2, ...Array.from({ length: 27 }, (_, index) => index + 4)]
  expect(server.stored.map(({ meter_id }) => meter_id)).toEqual(order)
  expect(server.stored.map(({ value }) => String(value))).toEqual(values)
  expect(new Set(server.stored.map(({ key }) => key)).size).toBe(30)
  expect(new Set(server.stored.map(({ created_at }) => created_at)).size).toBe(1)
  await expect.element(screen.getByText('残り 0')).toBeVisible()
  await expect.poll(hasUnsavedInput).toBe(false)
})

test('keys move between the fields, and Esc leaves a field as it was', async () => {
  const { field } = await openList([counter(1), counter(2), counter(3)])
  await expect.element(field(3)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(field(1)).toHaveFocus()
  await userEvent.keyboard('1100{Enter}')
  await expect.element(field(2)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(field(1)).toHaveFocus()
  await userEvent.keyboard('12{Escape}')
  await expect.element(field(1)).toHaveValue('1100')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(field(3)).toHaveFocus()
})

test('a row shows the previous value, the difference and what is usual, and marks a doubt while typing', async () => {
  const { field, row, screen } = await openList([counter(1), counter(2)])
  await expect.element(row(1)).toMatchTextContent(/No\.1A-11,000 kWh.*1,000 〜 1,1801日あたり 10 kWh/)
  await userEvent.keyboard('１，１００')
  await expect.element(row(1)).toMatchTextContent(/\+100 kWh1日あたり 10 kWh/)
  await expect.element(row(1)).not.toHaveAttribute('data-doubtful')
  await expect.element(screen.getByText('残り 1')).toBeVisible()
  await userEvent.keyboard('{Enter}900')
  await expect.element(row(2)).toMatchTextContent(/前回の 1,000 kWh より 100 kWh 小さい値です。/)
  await expect.element(row(2)).toHaveAttribute('data-doubtful')
  await expect.element(field(2)).toHaveAccessibleDescription(/小さい値です。$/)
})

test('doubts are asked about once at the end, and nothing is sent until they are meant', async () => {
  const { screen, field } = await openList([counter(1), counter(2), counter(3)])
  await userEvent.keyboard('1100{Enter}900{Enter}9000{Enter}{Enter}')
  const question = screen.getByRole('dialog', { name: '2件の値を確認してください' })
  await dialogHasFocus(/2件の値を確認してください/)
  const asked = question.getByRole('list', { name: '確認する値' }).getByRole('listitem')
  await expect.element(asked.nth(0)).toMatchTextContent(/^No\.1 900 kWh.*小さい値です。$/)
  await expect.element(asked.nth(1)).toMatchTextContent(/^No\.2 9,000 kWh.*増えています。/)
  await userEvent.keyboard('{Enter}')
  await expect.element(field(1)).toHaveFocus()
  expect(server.stored).toEqual([])
  await screen.getByRole('button', { name: '3件を登録' }).click()
  await question.getByRole('button', { name: 'この値で登録' }).click()
  await expect.element(screen.getByText('3件の測定値を登録しました')).toBeVisible()
  expect(server.stored.map(({ confirmed_doubts: doubts }) => doubts)).toEqual([
    undefined,
    ['backwards'],
    ['too_fast'],
  ])
})

test('a row that fails keeps its text with the reason, and is sent again under its key', async () => {
  const keys: (string | null)[] = []
  const { screen, field, row } = await openList([counter(1), counter(2), counter(3)])
  server.answer = ({ meter_id }, headers) => {
    if (meter_id !== 1) return undefined
    keys.push(headers.get('idempotency-key'))
    return keys.length > 1 ? undefined : new Response(null, { status: 503 })
  }
  await userEvent.keyboard('1100{Enter}1101{Enter}123456{Enter}{Enter}')
  await expect.element(screen.getByText(/^登録していない値があります（2件）/)).toBeVisible()
  await expect.element(field(1)).toHaveFocus()
  await expect.element(field(1)).toHaveValue('1101')
  await expect.element(row(3)).toMatchTextContent(/登録済み$/)
  await expect.element(row(2)).toMatchTextContent(/5桁のメーターです。整数部は5桁までです$/)
  const reason = row(1).getByText(/しばらくしてからもう一度お試しください/)
  await expect.element(reason).toBeVisible()
  await userEvent.keyboard('{Enter}1102{Enter}{Enter}')
  await expect.element(screen.getByText('2件の測定値を登録しました')).toBeVisible()
  await expect.element(screen.getByText(/^登録していない値があります/)).not.toBeInTheDocument()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(server.stored.map(({ meter_id, value }) => [meter_id, value])).toEqual([
    [3, 1100],
    [1, 1101],
    [2, 1102],
  ])
})

test('a value whose key was taken by one that had arrived says so, and is stored when it is sent again', async () => {
  const { screen, row } = await openList([counter(1)])
  const keys: (string | null)[] = []
  server.answer = (_sent, headers) => {
    keys.push(headers.get('idempotency-key'))
    if (keys.length > 1) return undefined
    const refusal = { success: false, code: 'key_reused', messages: [], request_id: 'r1' }
    return Response.json(refusal, { status: 409 })
  }
  await userEvent.keyboard('1100{Enter}{Enter}')
  await expect.element(row(1)).toMatchTextContent(/先に送った値が登録されています。/)
  await screen.getByRole('button', { name: '1件を登録' }).click()
  await expect.element(screen.getByText('1件の測定値を登録しました')).toBeVisible()
  expect(new Set(keys).size).toBe(2)
})

test('rows are marked as soon as they are stored, and the rest is counted', async () => {
  const { screen, row } = await openList([counter(1), counter(2), counter(3)])
  const { promise, resolve } = Promise.withResolvers<undefined>()
  server.answer = ({ meter_id }) => (meter_id === 2 ? promise : undefined)
  await userEvent.keyboard('1100{Enter}1101{Enter}1102{Enter}{Enter}')
  await expect.element(row(1)).toMatchTextContent(/登録済み$/)
  await expect.element(screen.getByText('登録中 あと1件')).toBeVisible()
  resolve(undefined)
  await expect.element(row(2)).toMatchTextContent(/登録済み$/)
  await expect.element(screen.getByText('登録中 あと1件')).not.toBeInTheDocument()
})

test('closed months are asked about once for all rows, after the others are stored', async () => {
  const { screen, row } = await openList([counter(1), counter(2), counter(3)])
  server.answer = ({ meter_id }, headers) =>
    meter_id !== 3 && headers.get('closed-months') === 'refuse' ? refusedForClosedMonths() : undefined
  await userEvent.keyboard('1100{Enter}1101{Enter}1102{Enter}{Enter}')
  const question = screen.getByRole('dialog', { name: '締め済みの月が変わります' })
  await question.getByRole('button', { name: 'やめる' }).click()
  await expect.element(screen.getByText('1件の測定値を登録しました')).toBeVisible()
  await expect.element(row(1)).toMatchTextContent(/締め済みの月が変わるため、登録していません。$/)
  await screen.getByRole('button', { name: '2件を登録' }).click()
  await question.getByRole('button', { name: 'このまま続ける' }).click()
  await expect.element(screen.getByText('2件の測定値を登録しました')).toBeVisible()
  expect(server.stored.map(({ meter_id }) => meter_id)).toEqual([3, 1, 2])
})

test('after a lost connection the rest is not tried, and all that is not stored stays', async () => {
  const { screen, field, row } = await openList([counter(1), counter(2), counter(3)])
  const tried: number[] = []
  server.answer = ({ meter_id }) => {
    tried.push(meter_id)
    if (meter_id === 1) return Response.error()
    return undefined
  }
  await userEvent.keyboard('1100{Enter}1101{Enter}1102{Enter}{Enter}')
  await expect.element(row(1)).toMatchTextContent(/サーバーにつながらないため、まだ登録していません。$/)
  await expect.element(row(2)).toMatchTextContent(/サーバーにつながらないため、まだ登録していません。$/)
  await expect.element(field(2)).toHaveValue('1102')
  await expect.element(screen.getByText('1件の測定値を登録しました')).toBeVisible()
  expect(tried).toEqual([3, 1])
})

test('without a connection nothing is sent, and the screen says that the values stay', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const { screen, field } = await openList([counter(1)])
  await expect.element(screen.getByText(/^オフラインです。入力した値はこの端末に残り/)).toBeVisible()
  await userEvent.keyboard('1100{Enter}{Enter}')
  await expect.element(screen.getByText(/^オフラインのため登録できません。/)).toBeVisible()
  await expect.element(field(1)).toHaveValue('1100')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await screen.getByRole('button', { name: '1件を登録' }).click()
  await expect.element(screen.getByText('1件の測定値を登録しました')).toBeVisible()
})

test('what was typed and its time survive a reload, and are gone once the user has left them behind', async () => {
  const meters = [counter(1), counter(2)]
  localStorage.setItem(
    'paperList.1.inspection:7',
    JSON.stringify({ measuredAt: '2026-11-20 09:00:00', rows: { 1: { text: '1100', key: 'k' } } }),
  )
  const first = await openList(meters)
  await expect.element(first.field(1)).toHaveValue('1100')
  await expect
    .element(first.screen.getByRole('button', { name: /^測定日時/ }))
    .toMatchTextContent(/2026\/11\/20 09:00/)
  await expect.element(first.field(2)).toHaveFocus()
  await userEvent.keyboard('1200')
  await expect.poll(hasUnsavedInput).toBe(true)
  await first.screen.unmount()
  const second = await open(meters)
  await expect.element(second.field(2)).toHaveValue('1200')
  discardInput()
  await second.screen.unmount()
  const third = await openList(meters)
  await expect.element(third.field(1)).toHaveValue('')
  await expect.poll(hasUnsavedInput).toBe(false)
})

test('what was stored is undone together, and can be corrected in its fields', async () => {
  const { screen, field } = await openList([counter(1), counter(2)])
  await userEvent.keyboard('1100{Enter}1101{Enter}{Enter}')
  await expect.element(screen.getByText('2件の測定値を登録しました')).toBeVisible()
  const keys = server.stored.map(({ key }) => key)
  await screen.getByRole('button', { name: /元に戻す/ }).click()
  await expect.element(screen.getByText('2件の登録を取り消しました')).toBeVisible()
  expect(server.deleted).toEqual(['/api/v1/meter-value/101', '/api/v1/meter-value/102'])
  await expect.element(field(2)).toHaveValue('1101')
  await screen.getByRole('button', { name: '2件を登録' }).click()
  await expect.poll(() => server.stored.length).toBe(4)
  // The server would answer a repeat with the deleted reading.
  expect(server.stored.slice(2).some(({ key }) => keys.includes(key))).toBe(false)
})

test('a time with later values is compared with the values around it, and nothing is stored without them', async () => {
  localStorage.setItem(
    'paperList.1.inspection:7',
    JSON.stringify({
      measuredAt: new Date(Date.now() - 20 * day).toISOString().slice(0, 19).replace('T', ' '),
      rows: { 1: { text: '1300', key: 'k' } },
    }),
  )
  const { screen: alone, row } = await open([counter(1)])
  await expect.element(row(1)).toMatchTextContent(/この日時の前後の値を表示できません/)
  await alone.getByRole('button', { name: '1件を登録' }).click()
  await expect.element(alone.getByText('測定値を登録できませんでした')).toBeVisible()
  expect(server.stored).toEqual([])
  await alone.unmount()
  server.around = {
    before: { value: 500, created_at: daysAgo(40) },
    after: { value: 1000, created_at: daysAgo(10) },
  }
  await open([counter(1)])
  await expect.element(row(1)).toMatchTextContent(/500 kWh.*次回 1,000 kWh/)
  await expect.element(row(1)).toMatchTextContent(/次回の 1,000 kWh より 300 kWh 大きい値です。$/)
})

test('a group is chosen, and one without meters says what to do', async () => {
  const { screen, onSearch } = await open([counter(1)], {})
  await expect
    .element(screen.getByRole('link', { name: 'グループ一覧へ' }))
    .toHaveAttribute('href', '/groups')
  await screen.getByRole('combobox', { name: 'グループ' }).click()
  await screen.getByRole('option', { name: '第一工場（メーターグループ）' }).click()
  expect(onSearch).toHaveBeenCalledWith({ group: 8 })
  await screen.unmount()
  const { screen: empty } = await open([counter(1)], { group: 8 })
  await expect.element(empty.getByText('このグループにはメーターがありません')).toBeVisible()
  await expect.element(empty.getByRole('link', { name: 'メーター一覧へ' })).toHaveAttribute('href', '/meters')
})

test('on a phone a row has its field at full width', async () => {
  await page.viewport(390, 844)
  await open([counter(1, { name: '第二工場ボイラー室 東側給水ポンプ 吐出圧力計（予備系統）' })])
  const width = () => document.querySelector('input[data-value]')?.getBoundingClientRect().width
  await expect.poll(width).toBeGreaterThan(340)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
