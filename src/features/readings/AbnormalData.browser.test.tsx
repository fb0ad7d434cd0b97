import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Alert } from '../../../contract/alerts.ts'
import { anAccount } from '../../../tests/support/account.ts'
import { anAlert } from '../../../tests/support/alert.ts'
import { aMeter } from '../../../tests/support/meters.ts'
import { resetPhone } from '../../../tests/support/phone.ts'
import { aReading } from '../../../tests/support/readings.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { notify } from '../../ui/notice/notify.tsx'
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
const alerts = [run(1, early, late), run(2, other, other)]

/** 異常データ of these readings on a server that confirms and undoes; `asked` are its requests. */
async function open() {
  await page.viewport(1440, 900)
  const asked: Request[] = []
  let unconfirmed = alerts
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const id = Number(/\/meter-alert\/(\d+)/.exec(pathname)?.[1])
    const one = alerts.find((alert) => alert.id === id)
    if (request.method !== 'GET' || pathname.endsWith('/meter-alerts')) asked.push(request)
    if (request.method === 'PUT') unconfirmed = alerts.filter((alert) => alert !== one)
    if (request.method === 'DELETE') unconfirmed = alerts
    if (one) {
      const confirmed = { ...one, is_alerted: false, confirmed_by: anAccount().username }
      return Response.json({ success: true, data: request.method === 'PUT' ? confirmed : one })
    }
    const data = pathname.endsWith('/meters-values')
      ? [late, early, other, confirmedBefore]
      : pathname.endsWith('/meter-alerts')
        ? unconfirmed
        : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  const search = { period: 'range', from: '2026-11-20-00-00', to: '2026-11-20-23-59' } as const
  const screen = await showRouted(
    client,
    <AbnormalData search={search} onSearch={vi.fn()} onChosen={vi.fn()} />,
  )
  const confirm = screen.getByRole('button', { name: /のアラートを\s*確認済みにする$/ })
  await expect.poll(() => confirm.elements().length).toBe(3)
  return { screen, confirm, asked }
}

const tileOf = (button: Element | null) =>
  button?.closest('li')?.querySelector('[data-reading]')?.getAttribute('data-reading')

test('tiles of unconfirmed alerts have a button, asked for by meter and period; others have none', async () => {
  const { confirm, asked } = await open()
  expect(confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
  const { searchParams } = new URL(asked[0]?.url ?? '')
  expect(Object.fromEntries(searchParams)).toMatchObject({ is_alerted: '1', meter_ids: '3,4' })
  expect(searchParams.get('measured_span')).toMatch(/^2026-11-20.*>,2026-11-20.*<$/)
})

test('a tile is confirmed in place by keys, focus goes on to the next alert, and undo brings it back', async () => {
  const { screen, confirm, asked } = await open()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  const [first] = confirm.elements()
  if (!(first instanceof HTMLElement)) throw new Error('no button to confirm with')
  first.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).toMatchTextContent(/「No\.3 冷却水圧力」の測定値 0\.95/)
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.poll(() => tileOf(document.activeElement)).toBe('8')
  await userEvent.keyboard('{Enter}')
  await expect.element(question.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  // The other tile of the same alert has no button any more either.
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['6'])
  await expect.poll(() => tileOf(document.activeElement)).toBe('6')
  expect(document.activeElement?.getAttribute('data-confirm')).not.toBeNull()
  const put = asked.find(({ method }) => method === 'PUT')
  expect(new URL(put?.url ?? '').pathname).toBe('/api/v1/meter-alert/1')
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await expect.poll(() => confirm.elements().map(tileOf)).toEqual(['8', '7', '6'])
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('on a phone the button is below its tile, as wide as it and high enough for a thumb', async () => {
  const { confirm } = await open()
  await page.viewport(390, 844)
  const box = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
  const button = () => confirm.elements()[0]
  const link = () => box(button()?.closest('li')?.querySelector('a'))
  await expect.poll(() => box(button()).height).toBeGreaterThanOrEqual(44)
  await expect.poll(() => Math.abs(box(button()).width - link().width)).toBeLessThan(2)
  expect(box(button()).top).toBeGreaterThanOrEqual(link().bottom - 1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
