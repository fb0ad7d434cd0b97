// Covers docs/requirements.md: 606, 658, 659, 670, 682, 1031

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Alert } from '../../../../contract/alerts.ts'
import { settled } from '../../../../tests/support/components/settled.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { anAlert, aRuleAlert } from '../../../../tests/support/responses/alert.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { readingKeys } from '../../../lib/queries/readings.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { AbnormalData } from './AbnormalData.tsx'

beforeEach(async () => {
  localStorage.clear()
  await resetPhone()
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const names: Record<number, string> = { 3: 'No.3 冷却水圧力', 4: 'No.4 温水圧力' }

const tile = (id: number, meterId: number, time: string) => {
  const reading = aReading({ id, meter_id: meterId, value: 0.95, is_abnormal: true })
  const meter = { ...reading.meter, id: meterId, name: names[meterId] ?? '' }
  return { ...reading, meter, created_at: `2026-11-20T${time}:00+09:00` }
}

/** The run of a meter from one of its readings to a later one. */
const run = (id: number, first: ReturnType<typeof tile>, latest: ReturnType<typeof tile>): Alert => {
  const range = { emergency_start_value: 0.8, emergency_end_value: 1 }
  return anAlert({
    id,
    created_at: first.created_at,
    updated_at: latest.created_at,
    meter_value: { ...latest, meter: { ...latest.meter, ...range } },
  })
}

const [late, early, other, confirmedBefore] = [
  tile(8, 3, '14:10'),
  tile(7, 3, '14:00'),
  tile(6, 4, '13:50'),
  tile(5, 3, '13:00'),
] as const
const confirmed = (alert: Alert, who: string): Alert => ({
  ...alert,
  is_alert: false,
  is_alerted: false,
  confirm_at: '2026-11-20T14:20:00+09:00',
  confirmed_by: who,
})
const [pressed, next] = [run(1, early, late), run(2, other, other)]
const done = confirmed(run(3, confirmedBefore, confirmedBefore), '監督 花子')

/** What the server answers: the alerts of the period, confirmed or not, up to the limit; the period is a day. */
const listed = (alerts: readonly Alert[], query: URLSearchParams): Alert[] =>
  alerts
    .filter(({ created_at }) => created_at.startsWith(query.get('measured_span')?.slice(0, 10) ?? ''))
    .filter(({ is_alerted }) => !query.has('is_alerted') || is_alerted === (query.get('is_alerted') === '1'))
    .slice(0, Number(query.get('limit')))

/**
 * Shows 異常データ of these readings, one of them `opened`, on a server that confirms and undoes. `asked` are its requests. `arrived` is what
 * the first answers with alerts wait for. `later` are alerts that an answer lists before the others.
 */
async function open({
  width = 1440,
  readings = [late, early, other, confirmedBefore],
  earlier = done,
  arrived = Promise.resolve(),
  later = [] as Alert[],
  opened = undefined as number | undefined,
} = {}) {
  await page.viewport(width, 900)
  const asked: Request[] = []
  const atFirst = [...later, pressed, next, earlier]
  let alerts = atFirst
  let shown = readings
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const id = Number(/\/meter-alert\/(\d+)/.exec(pathname)?.[1])
    const one = alerts.find((alert) => alert.id === id)
    if (request.method !== 'GET' || pathname.endsWith('/meter-alerts')) asked.push(request)
    if (request.method === 'DELETE') alerts = atFirst
    if (request.method === 'PUT' && one) {
      const own = confirmed(one, anAccount().username)
      alerts = alerts.map((alert) => (alert === one ? own : alert))
      return Response.json({ success: true, data: own })
    }
    if (one) return Response.json({ success: true, data: one })
    const read = readings.find((reading) => pathname.endsWith(`/meters-value/${reading.id}`))
    if (read) return Response.json({ success: true, data: read })
    if (pathname.endsWith('/meter-alerts')) await arrived
    const data = pathname.endsWith('/meters-values')
      ? shown
      : pathname.endsWith('/meter-alerts')
        ? listed(alerts, searchParams)
        : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  const period = { period: 'range', from: '2026-11-20-00-00', to: '2026-11-20-23-59' } as const
  const search = { ...period, ...(opened !== undefined && { value: opened }) }
  const screen = await showRouted(
    client,
    <AbnormalData search={search} onSearch={vi.fn()} onChosen={vi.fn()} />,
    ['/alerts'],
  )
  await expect.poll(() => document.querySelectorAll('[data-reading]').length).toBe(readings.length)
  return {
    screen,
    confirm: screen.getByRole('button', { name: /のアラートを\s*確認済みにする$/ }),
    confirmed: screen.getByRole('link', { name: /のアラートは\s*確認済み/ }),
    asked,
    /** A further reading, which has opened an alert. */
    add: async (reading: ReturnType<typeof tile>, alert: Alert) => {
      shown = [reading, ...shown]
      alerts = [alert, ...alerts]
      await client.invalidateQueries({ queryKey: readingKeys.lists })
    },
  }
}

const tileOf = (button: Element | null) =>
  button?.closest('li')?.querySelector('[data-reading]')?.getAttribute('data-reading')

test('tiles of unconfirmed alerts have a button, others say who confirmed theirs and lead to it', async () => {
  const { confirm, confirmed, asked } = await open()
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
  await expect.poll(() => confirmed.elements().map(tileOf)).toEqual(['5'])
  await expect.element(confirmed).toMatchTextContent(/確認済み監督 花子$/)
  await expect.element(confirmed).toHaveAttribute('href', '/alerts?tab=confirmed&alert=3&value=5')
  // The value stays red.
  expect(confirmed.element().closest('li')?.querySelector('[data-abnormal]')).not.toBeNull()
  const queries = asked.map(({ url }) => new URL(url).searchParams)
  expect(queries.map((query) => query.get('is_alerted')).toSorted()).toEqual(['0', '1'])
  for (const query of queries) {
    expect(query.get('meter_ids')).toBe('3,4')
    expect(query.get('measured_span')).toMatch(/^2026-11-20.*>,2026-11-20.*<$/)
  }
})

test('without signal a tile says where its alert is shown, and a confirmation that it has to wait', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const arrived = Promise.withResolvers<void>()
  const { screen, confirm } = await open({ arrived: arrived.promise })
  const words = screen.getByText('アラートは電波の届く所で表示します')
  await expect.poll(() => words.elements().map(tileOf)).toEqual(['8', '7', '6', '5'])
  arrived.resolve()
  await confirm.first().click()
  await expect
    .element(screen.getByRole('dialog', { name: 'アラートの確認' }).getByRole('status'))
    .toHaveTextContent('オフラインです。電波の届く所で確認済みにしてください。')
})

test('of two alerts that contain a reading, the unconfirmed one counts', async () => {
  const earlier = confirmed(run(3, confirmedBefore, early), '監督 花子')
  const { confirm, confirmed: mark } = await open({ earlier })
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
  await expect.poll(() => mark.elements().map(tileOf)).toEqual(['5'])
})

test('the alert of a rule is not that of a tile, whatever readings it has', async () => {
  const ofRule = aRuleAlert({
    id: 9,
    created_at: confirmedBefore.created_at,
    meter_value: pressed.meter_value,
  })
  const { screen, confirm, confirmed: mark, asked } = await open({ later: [ofRule] })
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
  expect(mark.elements().map(tileOf)).toEqual(['5'])
  await confirm.first().click()
  await screen.getByRole('button', { name: '確認済みにする', exact: true }).click()
  const puts = () => asked.filter(({ method }) => method === 'PUT').map(({ url }) => new URL(url).pathname)
  await expect.poll(puts).toEqual(['/api/v1/meter-alert/1'])
})

test('as many confirmed alerts as the server gives at once do not displace the unconfirmed ones', async () => {
  const later = Array.from({ length: 1000 }, (_, index) => ({ ...done, id: 1000 + index }))
  const { confirm } = await open({ later })
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
})

test('a tile is confirmed in place by keys, focus goes on to the next alert, and undo brings it back', async () => {
  const { screen, confirm, confirmed, asked } = await open()
  await expect.poll(() => confirm.elements().length).toBe(3)
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  const [first] = confirm.elements()
  if (!(first instanceof HTMLElement)) throw new Error('no button to confirm with')
  first.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).toMatchTextContent(/「No\.3 冷却水圧力」の測定値 0\.95/)
  await expect.element(question.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.poll(() => tileOf(document.activeElement)).toBe('8')
  await userEvent.keyboard('{Enter}')
  await expect.element(question.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  // The other tile of the same alert as well.
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['6'])
  await expect.poll(() => confirmed.elements().map(tileOf)).toEqual(['8', '7', '5'])
  expect(confirmed.elements()[1]?.textContent).toMatch(/確認済み点検 太郎$/)
  await expect.poll(() => tileOf(document.activeElement)).toBe('6')
  expect(document.activeElement?.getAttribute('data-removes')).not.toBeNull()
  const put = asked.find(({ method }) => method === 'PUT')
  expect(new URL(put?.url ?? '').pathname).toBe('/api/v1/meter-alert/1')
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('before and after a confirmation it says how many values shown belong to the same alert', async () => {
  const { screen, confirm } = await open()
  await expect.poll(() => confirm.elements().length).toBe(3)
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  const notice = screen.getByRole('alert')
  await confirm.first().click()
  await expect
    .element(question)
    .toMatchTextContent(/表示中の測定値2件が同じアラートのため、まとめて確認済みになります。/)
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect
    .element(notice)
    .toMatchTextContent(/。表示中の測定値2件が同じアラートのため、まとめて確認済みになりました。/)
  await expect.element(confirm).not.toHaveAttribute('aria-disabled', 'true')
  await confirm.click()
  await expect.element(question).toMatchTextContent(/「No\.4 温水圧力」/)
  await expect.element(question).not.toMatchTextContent(/まとめて/)
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect.element(notice).toMatchTextContent(/「No\.4 温水圧力」/)
  await expect.element(notice).not.toMatchTextContent(/まとめて/)
})

test('the dialog of a tile confirms the alert of its reading, and leads to the graph of its meter', async () => {
  const { screen, asked } = await open({ opened: 7 })
  const dialog = screen.getByRole('dialog', { name: /^No\.3 冷却水圧力/ })
  await expect
    .element(dialog.getByRole('link', { name: 'No.3 冷却水圧力のグラフ' }))
    .toHaveAttribute('href', '/data?meter=3')
  await dialog.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await expect.element(question).toMatchTextContent(/表示中の測定値2件が同じアラートのため/)
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog.getByText(/^確認済み（.*点検 太郎/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '確認済みにする' })).not.toBeInTheDocument()
  const put = asked.find(({ method }) => method === 'PUT')
  expect(new URL(put?.url ?? '').pathname).toBe('/api/v1/meter-alert/1')
})

test('the dialog of a tile whose alert is confirmed says by whom, and offers no confirmation', async () => {
  const { screen } = await open({ opened: 5 })
  const dialog = screen.getByRole('dialog', { name: /^No\.3 冷却水圧力/ })
  await expect.element(dialog.getByText(/^確認済み（.*監督 花子/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '確認済みにする' })).not.toBeInTheDocument()
})

describe('a reading in no alert', () => {
  const continued = tile(4, 3, '13:30')
  const readings = [late, early, other, continued]
  const seen = { ...confirmedBefore, created_at: '2026-11-19T23:00:00+09:00' }
  const ofYesterday = confirmed(run(3, seen, seen), '監督 花子')

  test('belongs to the confirmed one whose run it continues, which is named and linked', async () => {
    const { confirm, confirmed } = await open({ readings, earlier: ofYesterday })
    await expect.poll(() => confirmed.elements().map(tileOf)).toEqual(['4'])
    await expect.element(confirmed).toMatchTextContent(/確認済み監督 花子$/)
    await expect.element(confirmed).toHaveAttribute('href', '/alerts?tab=confirmed&alert=3&value=5')
    await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
  })

  test('has the alert that it opened, although the alerts of the period were asked for before', async () => {
    const { confirm, confirmed, add } = await open({ readings, earlier: ofYesterday })
    await expect.poll(() => confirmed.elements().map(tileOf)).toEqual(['4'])
    const further = tile(9, 3, '14:30')
    await add(further, run(4, further, further))
    await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['9', '8', '7', '6'])
    await expect.poll(() => confirmed.elements().map(tileOf)).toEqual(['4'])
  })

  test.each([
    ['is not confirmed', run(3, seen, seen), readings],
    ['ended with a normal reading', { ...ofYesterday, end_reason: 'value' as const }, readings],
    [
      'was followed by a normal reading',
      ofYesterday,
      [...readings, { ...tile(3, 3, '12:00'), value: 0.5, is_abnormal: false }],
    ],
  ])('does not belong to one that %s', async (_, earlier, readings) => {
    const { confirm, confirmed, asked } = await open({ readings, earlier })
    await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
    await expect.poll(() => asked.some(({ url }) => !url.includes('measured_span'))).toBe(true)
    expect(confirmed.elements()).toEqual([])
  })
})

const box = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()

test.each([
  { width: 390, size: 0, rows: 4 },
  { width: 820, size: 100, rows: 2 },
  { width: 1440, size: 100, rows: 2 },
])('nothing moves when the alerts arrive, at $width px', async ({ width, size, rows }) => {
  localStorage.setItem('homeItemSize', String(size))
  const { promise, resolve } = Promise.withResolvers<void>()
  const { confirm, confirmed } = await open({ width, arrived: promise })
  const places = () =>
    [...document.querySelectorAll('li:has([data-reading])')].map((tile) => {
      const { left, top, right, bottom } = box(tile)
      return { left, top, right, bottom }
    })
  // The virtual list measures its rows first.
  await expect.poll(() => new Set(places().map(({ top }) => top)).size).toBe(rows)
  const before = await settled(places)
  expect(confirm.elements()).toEqual([])
  resolve()
  await expect.poll(() => confirm.elements().length).toBe(3)
  await expect.poll(() => confirmed.elements().length).toBe(1)
  expect(places()).toEqual(before)
})

test.each([
  { where: 'on a phone', width: 390, size: '50' },
  { where: 'in the smallest tile', width: 820, size: '0' },
])('who confirmed an alert fits $where, and a long name is shortened', async ({ width, size }) => {
  localStorage.setItem('homeItemSize', size)
  onTestFinished(() => page.viewport(390, 844))
  const who = '第二プラント保全課 監督 花子'.repeat(3)
  const { confirm, confirmed: mark } = await open({ width, earlier: confirmed(done, who) })
  await expect.poll(() => confirm.elements().length).toBe(3)
  await expect.element(mark).toBeVisible()
  const inside = (part: Element | null | undefined) => {
    const [{ left, right, top, bottom }, bounds] = [box(part), box(mark.element())]
    return left >= bounds.left && right <= bounds.right && top >= bounds.top && bottom <= bounds.bottom
  }
  const [, word, name] = mark.element().querySelectorAll('span')
  expect(word?.textContent).toBe('確認済み')
  expect(inside(word)).toBe(true)
  expect(name?.textContent).toBe(who)
  expect(inside(name)).toBe(true)
  // The place that was kept is enough.
  expect(box(mark.element()).height).toBeLessThanOrEqual(box(confirm.elements()[0]).height)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('on a phone the button is below its tile, as wide as it and high enough for a thumb', async () => {
  const { confirm } = await open({ width: 390 })
  const button = () => confirm.elements()[0]
  const link = () => box(button()?.closest('li')?.querySelector('a'))
  await expect.poll(() => box(button()).height).toBeGreaterThanOrEqual(44)
  // The edge of the card is around the button.
  await expect.poll(() => Math.abs(box(button()).width - link().width)).toBeLessThan(3)
  expect(box(button()).top).toBeGreaterThanOrEqual(link().bottom - 1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
