// Covers docs/requirements.md: 69, 175, 184, 187, 200, 265, 303, 537, 597, 599, 656, 677

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { categoryType } from '../../../../contract/categories.ts'
import type { Reading, ReadingChange } from '../../../../contract/readings.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { readingKeys } from '../../../lib/queries/readings.ts'
import { ValueRow } from './ValueRow.tsx'

const filters = { span: { from: null, to: null }, meterIds: [], inspectionIds: [] }
const list = readingKeys.page(filters, 1, 50)

const compared = { meter: aMeter(), type: categoryType.circle, unit: 'MPa' }

/** The network: requests, and the answer to the next. */
const server = {
  asked: [] as Request[],
  answer: (): Response => new Response(),
  changes: [] as ReadingChange[],
}

const changeOf = (before: number | null, after: number, user: string): ReadingChange => ({
  id: 1,
  at: '2026-11-20T15:00:00+09:00',
  user,
  action: 'correct',
  before: { value: before },
  after: { value: after },
  reason: null,
})

const answering = (reading: Reading) => () => Response.json({ success: true, data: reading })

beforeEach(() => {
  server.asked = []
  server.changes = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.url.includes('/values-around'))
      return Response.json({ success: true, data: { before: null, after: null } })
    if (request.url.includes('/changes')) return Response.json({ success: true, data: server.changes })
    server.asked.push(request)
    return server.answer()
  })
})
afterEach(() => vi.restoreAllMocks())

async function edit(reading: Reading, onDirty = vi.fn()) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(list, { pages: [{ rows: [reading], count: 1 }], pageParams: [{ start: 0 }] })
  const screen = await show(
    <QueryClientProvider client={client}>
      <ValueRow {...compared} reading={reading} editRef={createRef()} onDirty={onDirty} />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: '測定値を編集' }).click()
  const input = screen.getByRole('textbox', { name: '測定値' })
  await expect.element(input).toHaveFocus()
  return { client, screen, onDirty, input }
}

test('a corrected value is sent, and lists show it before they are loaded again', async () => {
  const reading = aReading()
  server.answer = answering({ ...reading, value: 0.44, value_source: 'corrected' })
  const { client, input } = await edit(reading)
  await expect.element(input).toHaveValue('0.42')
  await type(input, '０．４４')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  const [request] = server.asked
  expect(request?.method).toBe('PUT')
  expect(new URL(request?.url ?? '').pathname).toBe('/api/v1/meter-value/7')
  expect(await request?.json()).toEqual({ value: 0.44 })
  expect(client.getQueryData(list)).toMatchObject({ pages: [{ rows: [{ id: 7, value: 0.44 }], count: 1 }] })
})

test('both values of a picture are shown with the mark when they differ, and the other one can be confirmed', async () => {
  const reading = aReading({
    value: 0.42,
    value_source: 'device',
    device_value: 0.42,
    read_value: 0.48,
    reasons: ['device differs'],
  })
  server.answer = answering({ ...reading, value: 0.48, value_source: 'accepted' })
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow {...compared} reading={reading} editRef={createRef()} onDirty={vi.fn()} />
    </QueryClientProvider>,
  )
  await expect
    .element(screen.getByLabelText('端末の値と写真の読取'))
    .toMatchTextContent(/端末の値0\.42MPa写真の読取0\.48MPa値が違います/)
  await screen.getByRole('button', { name: '写真の読取 0.48 MPa で確定' }).click()
  await expect.poll(() => server.asked.length).toBe(1)
  expect(await server.asked[0]?.json()).toEqual({ value: 0.48 })
})

test.each([
  ['that agree have no mark', 0.42, 1],
  ['are not shown where there is only one', null, 0],
])('two values %s', async (_what, device_value, count) => {
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow reading={aReading({ device_value })} unit="MPa" editRef={createRef()} onDirty={vi.fn()} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('button', { name: '測定値を編集' })).toBeVisible()
  const both = screen.getByLabelText('端末の値と写真の読取')
  expect(both.elements()).toHaveLength(count)
  await expect.element(screen.getByText('値が違います')).not.toBeInTheDocument()
})

test('an unsure value is confirmed by one press, and is unsure no longer', async () => {
  const reading = aReading({ confidence: 0.7 })
  server.answer = answering({ ...reading, value_source: 'accepted' })
  const client = new QueryClient()
  client.setQueryData(list, { pages: [{ rows: [reading], count: 1 }], pageParams: [{ start: 0 }] })
  const row = (shown: Reading) => (
    <QueryClientProvider client={client}>
      <ValueRow {...compared} reading={shown} editRef={createRef()} onDirty={vi.fn()} />
    </QueryClientProvider>
  )
  const screen = await show(row(reading))
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(screen.getByText('測定値を確定しました')).toBeVisible()
  await expect.poll(() => server.asked.length).toBe(1)
  expect(await server.asked[0]?.json()).toEqual({ value: 0.42 })
  const kept = () =>
    client.getQueryData<{ pages: { rows: Reading[] }[] }>(list)?.pages[0]?.rows[0]?.value_source
  await expect.poll(kept).toBe('accepted')
  await expect.element(screen.getByRole('button', { name: '測定値を編集' })).toHaveFocus()
  await screen.unmount()
  const confirmed = await show(row({ ...reading, value_source: 'accepted' }))
  await expect.element(confirmed.getByText('読取値を確認済')).toBeVisible()
  await expect.element(confirmed.getByText('要確認')).not.toBeInTheDocument()
})

test('a correction is sent with its reason, which may be left out', async () => {
  const reading = aReading()
  server.answer = answering({ ...reading, value: 0.44, value_source: 'corrected' })
  const { screen, input } = await edit(reading)
  const why = screen.getByRole('textbox', { name: '修正の理由（任意）' })
  await expect.element(why).not.toBeInTheDocument()
  await type(input, '0.44')
  await type(why, '  桁を読み間違えた ')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  expect(await server.asked[0]?.json()).toEqual({ value: 0.44, reason: '桁を読み間違えた' })
})

test('the same number written otherwise is not sent', async () => {
  const { input } = await edit(aReading())
  await type(input, '0.420')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  expect(server.asked).toEqual([])
})

test('an emptied field means that there is no value', async () => {
  const reading = aReading()
  server.answer = answering({ ...reading, value: null, value_source: 'corrected', is_abnormal: true })
  const { input } = await edit(reading)
  await type(input, '')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  expect(await server.asked[0]?.json()).toEqual({ value: null })
})

test('what is no number is refused beside the field and not sent', async () => {
  const { screen, input } = await edit(aReading())
  await type(input, '約0.4')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('数値を入力してください')
  expect(server.asked).toEqual([])
})

test('a refused correction keeps what was typed, says why, and counts as unsaved', async () => {
  const failure = { success: false, code: 'internal', messages: [], request_id: 'r1' }
  server.answer = () => Response.json(failure, { status: 500 })
  const { client, screen, input, onDirty } = await edit(aReading())
  await type(input, '0.44')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/サーバーで問題が発生しました/)
  await expect.element(input).toHaveValue('0.44')
  expect(onDirty).toHaveBeenLastCalledWith(true)
  expect(client.getQueryData(list)).toMatchObject({ pages: [{ rows: [{ id: 7, value: 0.42 }] }] })
})

test('a value that a person corrected stands beside what the reader read, and who did', async () => {
  server.changes = [changeOf(0.42, 0.45, '')]
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow
        reading={aReading({ value: 0.45, value_source: 'corrected', read_value: 0.42 })}
        unit="MPa"
        editRef={createRef()}
        onDirty={vi.fn()}
      />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('修正済（読取値 0.42 MPa）')).toBeVisible()
  await expect.element(screen.getByText('修正者 退会した利用者')).toBeVisible()
})

test.each<[string, Partial<Reading>, string]>([
  ['of the device that was confirmed', { value_source: 'accepted', read_value: 0.48 }, '端末の値を確認済'],
  [
    'of the device that was confirmed without a picture',
    { value_source: 'accepted', read_value: null },
    '端末の値を確認済',
  ],
  [
    'of the picture that was confirmed',
    { value_source: 'accepted', read_value: 0.42, device_value: 0.48 },
    '読取値を確認済',
  ],
  [
    'that replaces the one of a device',
    { value: 16.4, value_source: 'corrected', read_value: null, device_value: 16.3 },
    '修正済（端末の値 16.3 MPa）',
  ],
  [
    'that replaces both, which are shown,',
    { value: 0.5, value_source: 'corrected', read_value: 0.48 },
    '修正済',
  ],
])('a value %s says so', async (_what, over, text) => {
  const reading = aReading({ value: 0.42, device_value: 0.42, confidence: null, ...over })
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow
        reading={{ ...reading, meter: { ...reading.meter, decimal_point: null } }}
        unit="MPa"
        editRef={createRef()}
        onDirty={vi.fn()}
      />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

test('a confirmed value of a device has no remark about what the picture shows', async () => {
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow
        reading={aReading({
          value: 0.42,
          value_source: 'accepted',
          device_value: 0.42,
          read_value: 0.48,
          boosted: true,
          advice: { seen: 0.92, because: ['too fast'] },
        })}
        unit="MPa"
        editRef={createRef()}
        onDirty={vi.fn()}
      />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('端末の値を確認済')).toBeVisible()
  await expect.element(screen.getByText(/前回値から補正|AIブースト/)).not.toBeInTheDocument()
})

test('a value typed where the reader had none says so', async () => {
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow
        reading={aReading({ value: 0.45, value_source: 'corrected', read_value: null })}
        unit="MPa"
        editRef={createRef()}
        onDirty={vi.fn()}
      />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('手入力（自動読取はできませんでした）')).toBeVisible()
})

const image = '/pictures/7'
test.each<[string, Partial<Reading>]>([
  ['with a picture that could not be read', { source: 'entry', read_state: 2, image }],
  ['on a phone, without reading settings', { source: 'phone', read_state: null, image }],
])(
  'the first value that is typed %s is 手入力, by whom, and nothing failed to be read',
  async (_what, over) => {
    server.changes = [changeOf(null, 0.45, 'sato.kenji')]
    const { screen } = await edit(
      aReading({
        value: 0.45,
        value_source: 'corrected',
        read_value: null,
        created_by: 'suzuki.misaki',
        ...over,
      }),
    )
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByText('手入力', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('登録者 suzuki.misaki')).toBeVisible()
    await expect.element(screen.getByText('入力者 sato.kenji')).toBeVisible()
  },
)

test.each<[string, Partial<Reading>]>([
  ['without a picture', { source: 'entry', read_state: null }],
  ['with a picture that could not be read', { source: 'entry', read_state: 2, image }],
])('a typed value %s that another person corrected says who did each', async (_what, over) => {
  // Confirming a value does not change it.
  server.changes = [changeOf(512, 512, 'ito'), changeOf(520, 512, 'sato.kenji'), changeOf(500, 520, 'ito')]
  const reading = aReading({
    value: 512,
    value_source: 'corrected',
    read_value: null,
    created_by: 'suzuki.misaki',
    ...over,
  })
  const { screen } = await edit(reading)
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText('手入力（修正済）', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('登録者 suzuki.misaki')).toBeVisible()
  await expect.element(screen.getByText('修正者 sato.kenji')).toBeVisible()
})

test('a typed value that was confirmed against doubts does not name an inspector', async () => {
  const { screen } = await edit(
    aReading({ source: 'entry', value_source: 'entered', confirmed_doubts: ['backwards'] }),
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText('入力時に確認（前回より小さい値）')).toBeVisible()
})

test('a corrected value of an analog unit is not said to have failed to be read', async () => {
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow
        reading={aReading({ value: 220, value_source: 'corrected', read_value: null, source: 'analog' })}
        unit="V"
        editRef={createRef()}
        onDirty={vi.fn()}
      />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('修正済', { exact: true })).toBeVisible()
})

test('longer than a hundred characters cannot be typed', async () => {
  const { input } = await edit(aReading())
  await expect.element(input).toHaveAttribute('maxlength', '100')
})

test('a value that earlier readings moved stands with what the picture says', async () => {
  const reading = aReading({ advice: { seen: 0.92, because: ['too fast'] } })
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <ValueRow reading={reading} unit="MPa" editRef={createRef()} onDirty={vi.fn()} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('前回値から補正: 画像では 0.92 MPa', { exact: false })).toBeVisible()
})

test('a value that a person confirmed against what spoke against it says so', async () => {
  const { screen } = await edit(
    aReading({ value_source: 'accepted', confirmed_doubts: ['backwards', 'abnormal'] }),
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText('点検者が確認（前回より小さい値、異常範囲の値）')).toBeVisible()
})
