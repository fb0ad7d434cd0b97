// Covers docs/requirements.md: 600, 720, 721

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MeterReadingChange } from '../../../contract/readings.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MeterReadingHistory } from './MeterReadingHistory.tsx'

const at = '2026-11-20T15:00:00+09:00'
const measured_at = '2026-11-19T09:00:00+09:00'
const value_format = { unit: 'kPa', decimals: 2 }
const deletion: MeterReadingChange = {
  reading_id: 7,
  measured_at,
  is_deleted: true,
  restorable: true,
  change: { id: 3, at, user: 'sato', action: 'delete', before: { value: 0.42, value_format }, after: null },
}
const correction: MeterReadingChange = {
  reading_id: 6,
  measured_at,
  is_deleted: false,
  restorable: false,
  change: {
    id: 2,
    at,
    user: 'ito',
    action: 'correct',
    before: { value: 0.4, value_format },
    after: { value: 0.5, value_format },
    reason: '読み間違い',
  },
}

const entry: MeterReadingChange = {
  ...correction,
  reading_id: 5,
  change: { id: 1, at, user: 'ito', action: 'create', before: null, after: { value: 0.3, value_format } },
}

afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

/** The history; `refusal`: what the server answers to 元に戻す. */
async function open(refusal?: object) {
  let isRestored = false
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = new Request(input, init)
    if (method === 'POST') {
      asked.push(new URL(url).pathname)
      if (refusal) return Response.json({ success: false, request_id: 'r1', ...refusal }, { status: 409 })
      isRestored = true
      return Response.json({ success: true, data: aReading() })
    }
    const first = isRestored ? { ...deletion, is_deleted: false, restorable: false } : deletion
    return Response.json({ success: true, data: [first, correction, entry] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(metersQuery.queryKey, [aMeter({ decimal_point: 2 })])
  const screen = await showRouted(client, <MeterReadingHistory meterId={3} />, ['/meter-value/$id'])
  const rows = screen.getByRole('list', { name: '測定値の入力・修正・削除の一覧' }).getByRole('listitem')
  return { screen, rows, asked }
}

test('entries, corrections with their reasons and deletions are listed, and what is there leads to its reading', async () => {
  const { rows } = await open()
  await expect.element(rows.nth(0)).toMatchTextContent(/sato.*の測定値（削除済）.*0\.42kPa.*を削除しました/)
  await expect.element(rows.nth(1)).toMatchTextContent(/ito.*0\.40kPa.*0\.50kPa.*理由: 読み間違い/)
  await expect.element(rows.nth(2)).toMatchTextContent(/ito.*の測定値0\.30kPa を入力しました/)
  await expect
    .element(rows.nth(1).getByRole('link', { name: /の測定値/ }))
    .toHaveAttribute('href', '/meter-value/6')
  expect(rows.nth(0).getByRole('link').elements()).toEqual([])
  expect(rows.nth(1).getByRole('button', { name: '元に戻す' }).elements()).toEqual([])
})

test('on a wide screen the readings of all changes begin at the same place', async () => {
  await page.viewport(1440, 900)
  const { rows } = await open()
  const reading = (index: number) => rows.nth(index).getByText(/の測定値/)
  await expect.element(reading(1)).toBeVisible()
  const left = (index: number) => reading(index).element().getBoundingClientRect().left
  expect(left(0)).toBe(left(1))
  const change = rows.nth(1).getByText('0.40').element().getBoundingClientRect()
  const reason = rows.nth(1).getByText('理由: 読み間違い').element().getBoundingClientRect()
  expect(reason.left).toBe(change.left)
  expect(reason.top).toBeGreaterThanOrEqual(change.bottom)
})

test('a deletion is undone, and the list says so', async () => {
  const { screen, rows, asked } = await open()
  await rows.nth(0).getByRole('button', { name: '元に戻す' }).click()
  await expect.element(screen.getByText('「No.3 冷却水圧力」の測定値を元に戻しました')).toBeVisible()
  await expect.element(rows.nth(0).getByRole('button', { name: '元に戻す' })).not.toBeInTheDocument()
  await expect.element(rows.nth(0).getByRole('link', { name: /の測定値/ })).toBeVisible()
  expect(asked).toEqual(['/api/v1/meter-value/7/restore'])
})

test('a refused undo says why and offers no second try', async () => {
  const { screen, rows } = await open({ code: 'restore_refused', messages: [] })
  await rows.nth(0).getByRole('button', { name: '元に戻す' }).click()
  await expect.element(screen.getByText(/30日以内に削除した本人か、管理者だけです/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '再試行' })).not.toBeInTheDocument()
})
