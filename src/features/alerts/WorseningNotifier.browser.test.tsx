// Covers docs/requirements.md: 985

import { QueryClient, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Alert } from '../../../contract/alerts.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAlert } from '../../../tests/support/responses/alert.ts'
import { worsenedAlertsQuery } from '../../lib/live/worsenedAlerts.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { WorseningNotifier } from './WorseningNotifier.tsx'

/** What the server answers. */
let listed: Alert[] = []
beforeEach(() => {
  listed = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: listed, count: listed.length }),
  )
})
afterEach(() => {
  notify.clear()
  vi.restoreAllMocks()
})

const at = '2026-11-18T14:30:00+09:00'
const worsened = (id: number, value: number, alert = 1) =>
  anAlert(
    {
      id: alert,
      is_alert: false,
      is_alerted: false,
      confirm_at: at,
      worsened: { id, meter_value_id: 70 + id, previous_value: 0.85, value, created_at: at },
    },
    'ボイラー圧力',
  )

/** What the notifier has rendered with. */
const Known = () => <p>{useQuery(worsenedAlertsQuery).data?.length}件</p>

test('an alert that gets worse while the app is open is told once, and is gone once it is opened', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  // What is there at the first look is not new.
  listed = [worsened(4, 0.9, 2)]
  const screen = await showRouted(
    client,
    <>
      <WorseningNotifier quiet={false} />
      <Known />
    </>,
    ['/alerts'],
  )
  await expect.element(screen.getByText('1件', { exact: true })).toBeVisible()
  const notices = screen.getByRole('alert')
  await expect.poll(() => notices.elements().length).toBe(0)
  listed = [worsened(5, 0.97), ...listed]
  await client.invalidateQueries(worsenedAlertsQuery)
  await expect.element(notices).toMatchTextContent('さらに悪化: ボイラー圧力')
  await expect.element(notices).toMatchTextContent('確認済みのアラートの測定値 0.85 → 0.97')
  await client.invalidateQueries(worsenedAlertsQuery)
  expect(notices.elements()).toHaveLength(1)
  await screen.getByRole('button', { name: '開く' }).click()
  await expect.poll(() => notices.elements().length).toBe(0)
})
