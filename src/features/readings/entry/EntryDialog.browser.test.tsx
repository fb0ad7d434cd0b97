// Covers docs/requirements.md: 260, 300, 589, 596, 598, 618, 643, 644, 646, 683, 704, 768, 800, 849

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Category, categoryType } from '../../../../contract/categories.ts'
import { setValue } from '../../../../offline/amendments.ts'
import { discardRow } from '../../../../offline/byHand.ts'
import { closeDatabase } from '../../../../offline/database.ts'
import { changeRow, listRows, readRow } from '../../../../offline/outbox.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { withoutKeyboard } from '../../../../tests/support/components/withoutKeyboard.ts'
import { entered, replaced, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { refusedForClosedMonths } from '../../../../tests/support/responses/closedMonths.ts'
import { aCategory, aMeter } from '../../../../tests/support/responses/meters.ts'
import { aMonth } from '../../../../tests/support/responses/usages.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { roundsQuery } from '../../../lib/queries/rounds.ts'
import { monthUsagesQuery } from '../../../lib/usages/monthUsages.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { instantOfLocal } from '../../../ui/text/localTime.ts'
import { EntryDialog } from './EntryDialog.tsx'

const gauges: Category[] = [aCategory({ id: 1, name: '円形', type: categoryType.circle })]

/** The network: requests, and the answer to the next. */
const server = { asked: [] as Request[], answer: (): Response => Response.error() }

beforeEach(async () => {
  await resetPhone()
  server.asked = []
  server.answer = () => Response.error()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') throw new TypeError('offline')
    server.asked.push(request)
    return server.answer()
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const receipt = () =>
  Response.json({
    success: true,
    data: {
      id: 7,
      key: '0190b0d0-0000-7000-8000-000000000001',
      meter_id: 3,
      sha256: null,
      length: null,
      received_at: '2026-11-20T14:03:05+09:00',
    },
  })

test('a reading that could not be sent stays as typed, is sent again under its key, and then nothing offers it any more', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(categoriesQuery.queryKey, gauges)
  const onClose = vi.fn()
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={onClose} />
    </QueryClientProvider>,
  )
  notify.urgent({
    id: 'alert-1',
    title: '異常: 1号ポンプ',
    text: '',
    action: { label: '開く', run: vi.fn() },
  })
  const value = screen.getByRole('textbox', { name: '測定値' })
  server.answer = () => new Response(null, { status: 503 })
  await type(value, '0.42')
  await screen.getByRole('button', { name: '登録' }).click()
  const note = screen.getByText('メーター値を登録できませんでした')
  await expect.element(note).toBeVisible()
  await expect.element(value).toHaveValue('0.42')

  server.answer = receipt
  await screen.getByRole('button', { name: '登録' }).click()
  await expect
    .element(screen.getByText(/^メーター値を登録しました（No\.3 冷却水圧力 0\.42、.+ \d\d:\d\d）$/))
    .toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
  // An unread notification stays.
  await expect.element(screen.getByText('異常: 1号ポンプ')).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
  const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a value that changes a closed month is asked about, and sent under the same key', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(categoriesQuery.queryKey, gauges)
  const onClose = vi.fn()
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={onClose} />
    </QueryClientProvider>,
  )
  server.answer = refusedForClosedMonths
  const value = screen.getByRole('textbox', { name: '測定値' })
  await type(value, '0.42')
  await userEvent.keyboard('{Enter}')
  const question = screen.getByRole('dialog', { name: '締め済みの月が変わります' })
  await question.getByRole('button', { name: 'やめる' }).click()
  await expect.element(value).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).toBeVisible()
  server.answer = receipt
  await question.getByRole('button', { name: 'このまま続ける' }).click()
  await expect.poll(() => onClose.mock.calls).toHaveLength(1)
  const keys = server.asked.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
  expect(server.asked.at(-1)?.headers.get('closed-months')).toBeNull()
})

test('of a paper list only meter and value are typed: the time stays, and each value has its own key', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter({ name: 'No.3' }), aMeter({ id: 4, name: 'No.4' })])
  client.setQueryData(categoriesQuery.queryKey, gauges)
  const onClose = vi.fn()
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={onClose} />
    </QueryClientProvider>,
  )
  server.answer = receipt
  const meter = screen.getByRole('combobox', { name: 'メーター' })
  const value = screen.getByRole('textbox', { name: '測定値' })
  const time = screen.getByRole('button', { name: /^測定日時/ })
  await screen.getByRole('checkbox', { name: '続けて登録する' }).click()
  await time.click()
  await screen.getByRole('spinbutton', { name: '時' }).click()
  await userEvent.keyboard('0000')
  await screen.getByRole('button', { name: 'この日時にする' }).click()
  await type(value, '0.42')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/^メーター値を登録しました（No\.3 0\.42、.+ 00:00）$/)).toBeVisible()
  await expect.element(meter).toHaveFocus()
  await expect.element(meter).toHaveValue('')
  await expect.element(value).toHaveValue('')
  await userEvent.keyboard('No.4{Enter}{Tab}0.43{Enter}')
  await expect.poll(() => server.asked.length).toBe(2)
  expect(onClose).not.toHaveBeenCalled()
  const sent = await Promise.all(server.asked.map((request) => request.clone().json()))
  expect(sent).toMatchObject([
    { meter_id: 3, value: 0.42 },
    { meter_id: 4, value: 0.43, created_at: sent[0].created_at },
  ])
  expect(new Set(server.asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})

test('rounds are fetched again after a reading was added', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(categoriesQuery.queryKey, gauges)
  client.setQueryData(roundsQuery.queryKey, [])
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  server.answer = receipt
  await type(screen.getByRole('textbox', { name: '測定値' }), '0.42')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.poll(() => client.getQueryState(roundsQuery.queryKey)?.isInvalidated).toBe(true)
})

test('a value far from the last is asked about, and nothing is sent until it is meant', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const evidence = [{ value: 24_287.48, created_at: '2026-11-18T09:00:00+09:00' }]
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [
    aMeter({
      meter_category_id: 4,
      is_cumulative: true,
      start_value: null,
      end_value: null,
      decimal_point: 2,
      evidence,
    }),
  ])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 4, name: 'カウンター', type: categoryType.counter }),
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(/^前回 24,287\.48（.*11\/18 09:00）$/)).toBeVisible()
  await type(screen.getByRole('textbox', { name: '測定値' }), '2428.5')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText(/21,858\.98.*小さい値です。/)).toBeVisible()
  await screen.getByRole('button', { name: '修正する' }).click()
  await expect.element(screen.getByRole('button', { name: '修正する' })).not.toBeInTheDocument()
  // Typing replaces the value.
  await userEvent.keyboard('2428.6')
  await expect.element(screen.getByRole('textbox', { name: '測定値' })).toHaveValue('2428.6')
  expect(server.asked).toEqual([])
  server.answer = receipt
  await screen.getByRole('button', { name: '登録' }).click()
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await expect
    .element(screen.getByText(/^メーター値を登録しました（No\.3 冷却水圧力 2,428\.60、/))
    .toBeVisible()
})

test('a value that makes the month implausible is asked about, and sent with that; without the months nothing is asked', async () => {
  localStorage.setItem('clockOffset', String(Date.now() - Date.parse('2026-12-15T09:00:00+09:00')))
  const evidence = [{ value: 1050, created_at: '2026-12-06T00:00:00+09:00' }]
  const of = { meter_category_id: 4, is_cumulative: true, decimal_point: 1, evidence }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const unlimited = { start_value: null, end_value: null, emergency_start_value: null }
  client.setQueryData(metersQuery.queryKey, [
    aMeter({ ...of, ...unlimited, name: 'No.3' }),
    aMeter({ ...of, ...unlimited, id: 4, name: 'No.4' }),
  ])
  client.setQueryData(categoriesQuery.queryKey, [aCategory({ id: 4, type: categoryType.counter })])
  client.setQueryData(monthUsagesQuery([3], '2026-12').queryKey, [
    aMonth('2026-11', 300),
    aMonth('2026-12', null, { so_far: { usage: 50, value: 1050, at: '2026-12-06' } }),
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  server.answer = receipt
  await screen.getByRole('checkbox', { name: '続けて登録する' }).click()
  await type(screen.getByRole('textbox', { name: '測定値' }), '1300')
  await userEvent.keyboard('{Enter}')
  const question = screen.getByRole('dialog', { name: '1,300.0 で確定しますか' })
  await expect
    .element(question)
    .toMatchTextContent(/今月はここまで1日あたり 20\.9 で、先月の 10 より 109 % 多くなります。/)
  await question.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'メーター' })).toHaveFocus()
  await userEvent.keyboard('No.4{Enter}{Tab}1300{Enter}')
  await expect.poll(() => server.asked.length).toBe(2)
  const sent = await Promise.all(server.asked.map((request) => request.clone().json()))
  expect(sent.map(({ confirmed_doubts: doubts }) => doubts)).toEqual([['unusual_month'], undefined])
})

test('more digits than the counter has are an error at the value', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [
    aMeter({ meter_category_id: 4, is_cumulative: true, digit_number: 5, decimal_point: 1 }),
  ])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 4, name: 'カウンター', type: categoryType.counter }),
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const value = screen.getByRole('textbox', { name: '測定値' })
  await type(value, '12345.6')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('5桁のメーターです。整数部は4桁までです')).toBeVisible()
  await expect.element(value).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'この値で確定' })).not.toBeInTheDocument()
  expect(server.asked).toEqual([])
})

test('a value is not sent before the meter’s category has loaded, with which it is compared', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await type(screen.getByRole('textbox', { name: '測定値' }), '5')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('メーター値を登録できませんでした')).toBeVisible()
  expect(server.asked).toEqual([])
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { url } = new Request(input, init)
    if (!url.endsWith('/api/v1/meters-categories')) throw new TypeError('offline')
    return Response.json({ success: true, data: gauges })
  })
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText(/測定範囲（0\.00 〜 1\.00）の外の値です。/)).toBeVisible()
  const correct = screen.getByRole('button', { name: '修正する' })
  await correct.click()
  await expect.element(correct).not.toBeInTheDocument()
})

interface Around {
  before: object | null
  after: object | null
}

/** Fails as soon as the request is aborted, and never answers before. */
const unanswered = ({ signal }: Request) =>
  new Promise<Response>((_answer, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('a value is kept in the form when the meter’s category is not there in time', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => unanswered(new Request(input, init)))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const value = screen.getByRole('textbox', { name: '測定値' })
  await type(value, '5')
  const save = screen.getByRole('button', { name: '登録' })
  await save.click()
  await expect.element(save).toHaveAttribute('data-loading', 'true')
  limit.abort(new DOMException('too slow', 'TimeoutError'))
  await expect.element(screen.getByText('メーター値を登録できませんでした')).toBeVisible()
  await expect.element(value).toHaveValue('5')
})

/** A counter of which the newest readings are of 11/18 and 11/20, in a dialog for a time before them. */
async function enterEarlier(around: Around | 'unanswered' | null) {
  const isOnline = around !== null && around !== 'unanswered'
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.url.includes('/values-around')) {
      server.asked.push(request)
      if (around === 'unanswered') return unanswered(request)
      return isOnline ? Response.json({ success: true, data: around }) : Response.error()
    }
    if (request.method === 'GET') throw new TypeError('offline')
    server.asked.push(request)
    return isOnline ? receipt() : Response.error()
  })
  // A request that is retried would not end during the test.
  const client = new QueryClient({
    defaultOptions: { queries: { retry: 1, retryDelay: 3_600_000, staleTime: 60_000 } },
  })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [
    aMeter({
      meter_category_id: 4,
      start_value: null,
      end_value: null,
      is_cumulative: true,
      decimal_point: 0,
      evidence: [{ value: 900, created_at: '2099-11-20T09:00:00+09:00' }],
    }),
  ])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 4, name: 'カウンター', type: categoryType.counter }),
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  return screen
}

const neighbours = {
  before: { value: 500, created_at: '2025-11-01T09:00:00+09:00' },
  after: { value: 600, created_at: '2025-11-30T09:00:00+09:00' },
}

test('a value of an earlier time is compared with the values before and after it', async () => {
  const screen = await enterEarlier(neighbours)
  await expect
    .element(screen.getByText('前回 500（2025/11/1 09:00）、次回 600（2025/11/30 09:00）'))
    .toBeVisible()
  const value = screen.getByRole('textbox', { name: '測定値' })
  await type(value, '700')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('次回の 600 より 100 大きい値です。')).toBeVisible()
  await screen.getByRole('button', { name: '修正する' }).click()
  await type(value, '400')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('前回の 500 より 100 小さい値です。')).toBeVisible()
  await screen.getByRole('button', { name: '修正する' }).click()
  await type(value, '550')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText(/^メーター値を登録しました（No\.3 冷却水圧力 550、/)).toBeVisible()
  const sent = server.asked.filter(({ method }) => method === 'POST')
  expect(await sent[0]?.json()).toMatchObject({ value: 550 })
})

test('without a connection a value of an earlier time is compared with what the device knows, and stored', async () => {
  const screen = await enterEarlier(null)
  await expect.element(screen.getByText('この日時の前後の値を表示できません')).toBeVisible()
  await type(screen.getByRole('textbox', { name: '測定値' }), '550')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText(/^メーター値を端末に保存しました/)).toBeVisible()
  expect(await listRows(anAccount().id)).toMatchObject([{ kind: 'entry', value: 550, timeChosen: true }])
})

test('without a connection a value of an earlier time is compared with the unsent value before it, not with a later replacement', async () => {
  const owner = { userId: anAccount().id, organizationId: anAccount().organization.id }
  await entered(owner, { value: 500, capturedAt: Date.now() - 3_600_000 })
  await replaced(owner, {
    newStart: 0,
    replacedAt: Date.parse('2099-11-21T09:00:00+09:00'),
    timeChosen: true,
  })
  const screen = await enterEarlier(null)
  await type(screen.getByRole('textbox', { name: '測定値' }), '400')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('前回の 500 より 100 小さい値です。')).toBeVisible()
  await screen.getByRole('button', { name: '修正する' }).click()
})

test('a value of an earlier time is stored when the server does not name the values around it in time', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const screen = await enterEarlier('unanswered')
  await type(screen.getByRole('textbox', { name: '測定値' }), '550')
  const save = screen.getByRole('button', { name: '登録' })
  await save.click()
  await expect.element(save).toHaveAttribute('data-loading', 'true')
  expect(server.asked.every(({ method }) => method === 'GET')).toBe(true)
  limit.abort(new DOMException('too slow', 'TimeoutError'))
  await expect.element(screen.getByText(/^メーター値を端末に保存しました/)).toBeVisible()
  expect(await listRows(anAccount().id)).toMatchObject([{ kind: 'entry', value: 550 }])
})

/** The dialog for a gauge. */
function openEntry(onClose = () => {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, name: '丸型アナログ', type: categoryType.circle }),
  ])
  return show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} onClose={onClose} />
    </QueryClientProvider>,
  )
}

test('without a connection a value waits on the device, under the key of the attempt that failed', async () => {
  const onClose = vi.fn()
  const screen = await openEntry(onClose)
  await type(screen.getByRole('textbox', { name: '測定値' }), '0.42')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect
    .element(
      screen.getByText(
        /^メーター値を端末に保存しました。サーバーにつながると送信します（No\.3 冷却水圧力 0\.42、/,
      ),
    )
    .toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
  const [tried] = server.asked
  if (tried === undefined) throw new Error('nothing was sent')
  const { created_at: typedTime } = await tried.json()
  expect(await listRows(anAccount().id)).toMatchObject([
    {
      id: tried.headers.get('idempotency-key'),
      kind: 'entry',
      state: 'queued',
      meterId: 3,
      value: 0.42,
      timeChosen: true,
      capturedAt: instantOfLocal(typedTime, 'Asia/Tokyo'),
    },
  ])
})

test('an abnormal value that waits on the device says whom to call, and stays until it is closed', async () => {
  const screen = await openEntry()
  await type(screen.getByRole('textbox', { name: '測定値' }), '0.9')
  await screen.getByRole('button', { name: '登録' }).click()
  await screen
    .getByRole('dialog', { name: '0.90 で確定しますか' })
    .getByRole('button', { name: 'この値で確定' })
    .click()
  const notice = screen.getByRole('dialog', { name: aMeter().name })
  const alert = notice.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent(/^異常な値です異常範囲 0\.80 〜 1\.00.*アラートはまだ届いていません。.*連絡先/)
  const [row] = await listRows(anAccount().id)
  await changeRow(row?.id ?? '', (each) => ({ ...each, state: 'sent', sentAt: Date.now() }))
  await expect.element(alert).toMatchTextContent(/急ぐときは、電話でも知らせてください。連絡先/)
  await notice.getByRole('button', { name: '閉じる' }).last().click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('a value waits on the device when the server does not answer in time', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') throw new TypeError('offline')
    server.asked.push(request)
    return unanswered(request)
  })
  const screen = await openEntry()
  await type(screen.getByRole('textbox', { name: '測定値' }), '0.42')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.poll(() => server.asked.length).toBe(1)
  limit.abort(new DOMException('too slow', 'TimeoutError'))
  await expect.element(screen.getByText(/^メーター値を端末に保存しました/)).toBeVisible()
  const [row] = await listRows(anAccount().id)
  expect(row).toMatchObject({ kind: 'entry', value: 0.42 })

  // The server may have it, so a change of the row would be refused.
  const id = row?.id ?? ''
  expect(await discardRow(id)).toBeNull()
  expect(await setValue(id, { value: 0.5, valueSource: 'corrected' })).toBe('amended')
  expect(await readRow(id)).toMatchObject({ state: 'queued', value: 0.42 })
})

test('without a connection, where the browser stores nothing, the value stays as typed', async () => {
  const screen = await openEntry()
  await closeDatabase()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const value = screen.getByRole('textbox', { name: '測定値' })
  await type(value, '0.42')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText(/サーバーにつながりません/)).toBeVisible()
  await expect.element(value).toHaveValue('0.42')
})

test('a value with a picture is not stored without a connection', async () => {
  const screen = await openEntry()
  await type(screen.getByRole('textbox', { name: '測定値' }), '0.42')
  const canvas = new OffscreenCanvas(64, 48)
  canvas.getContext('2d')?.fillRect(8, 8, 40, 20)
  const picture = await canvas.convertToBlob({ type: 'image/jpeg' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('nothing takes a file')
  await userEvent.upload(input, new File([picture], 'meter.jpg', { type: 'image/jpeg' }))
  await expect.element(screen.getByRole('img', { name: '選択したメーター画像' })).toBeVisible()
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('メーター値を登録できませんでした')).toBeVisible()
  expect(await listRows(anAccount().id)).toEqual([])
})

test('a value is compared with the one that this device has not sent yet', async () => {
  const owner = { userId: anAccount().id, organizationId: anAccount().organization.id }
  await entered(owner, { value: 0.9, capturedAt: Date.now() - 3_600_000 })
  const screen = await openEntry()
  await expect.element(screen.getByText(/^前回 0\.90/)).toBeVisible()
  await type(screen.getByRole('textbox', { name: '測定値' }), '0.1')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText(/前回の 0\.90 から大きく変わり/)).toBeVisible()
})

test.each([
  ['the meter', undefined, 'combobox', 'メーター'],
  ['the value of a known meter', 3, 'textbox', '測定値'],
] as const)('focus begins at %s, on a phone too', async (_what, meterId, role, field) => {
  withoutKeyboard()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(categoriesQuery.queryKey, gauges)
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={meterId} onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole(role, { name: field })).toHaveFocus()
})

test('a value that closes a month is dated at the closing time', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(categoriesQuery.queryKey, gauges)
  const screen = await show(
    <QueryClientProvider client={client}>
      <EntryDialog meterId={3} at={Date.parse('2026-10-31T15:00:00Z')} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await expect
    .element(screen.getByRole('button', { name: /測定日時/ }))
    .toMatchTextContent(/^2026\/11\/01 00:00$/)
})
