// Covers docs/requirements.md: 601, 634, 720

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../../contract/audit.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { AuditList } from './AuditList.tsx'

afterEach(() => vi.restoreAllMocks())

const deletion: AuditEntry = {
  id: 1,
  at: '2026-11-20T15:00:00+09:00',
  user: { id: 7, username: 'sato' },
  key: null,
  noun: 'reading',
  subject_id: 7,
  subject_name: 'No.3 冷却水圧力',
  action: 'delete',
  meter_id: 3,
  measured_at: '2026-11-19T09:00:00+09:00',
  restorable: true,
  before: { value: 0.4, value_format: { unit: 'kPa', decimals: 2 } },
  after: {},
}

test('a reading is shown with its time, and its deletion can be undone', async () => {
  let restorable = true
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = new Request(input, init)
    const { pathname } = new URL(url)
    if (method === 'POST') {
      asked.push(pathname)
      restorable = false
      return Response.json({ success: true, data: aReading() })
    }
    if (pathname.endsWith('/audit-entries'))
      return Response.json({ success: true, data: [{ ...deletion, restorable }], count: 1 })
    if (pathname.endsWith('/meters')) return Response.json({ success: true, data: [aMeter()], count: 1 })
    if (pathname.endsWith('/meters-units'))
      return Response.json({ success: true, data: [{ id: 1, name: 'MPa', status: 0 }] })
    return Response.json({ success: true, data: [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 1 }))
  const screen = await showRouted(client, <AuditList search={{}} onSearch={() => {}} />)
  const card = screen.getByRole('article', { name: '測定値「No.3 冷却水圧力」' })
  await expect.element(card).toMatchTextContent(/測定日時 .*2026\/11\/19 09:00:00/)
  await expect.element(card.getByRole('listitem')).toHaveTextContent('測定値0.40 kPa')
  const undo = card.getByRole('button', { name: '元に戻す' })
  await undo.click()
  await expect.element(undo).not.toBeInTheDocument()
  expect(asked).toEqual(['/api/v1/meter-value/7/restore'])
})
