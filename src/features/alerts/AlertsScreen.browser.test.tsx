// Covers docs/requirements.md: 582, 700

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { anAlert } from '../../../tests/support/responses/alert.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { AlertsScreen } from './AlertsScreen.tsx'

beforeEach(async () => {
  await resetPhone()
  await page.viewport(390, 844)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function open(alerts: number) {
  const data = Array.from({ length: alerts }, (_, index) => anAlert({ id: index + 1 }))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const rows = pathname === '/api/v1/meter-alerts' ? data : []
    return Response.json({ success: true, data: rows, count: rows.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(devicesQuery.queryKey, [aDevice({ status: 5 })])
  client.setQueryData(roundsQuery.queryKey, [])
  client.setQueryData(occurringAlertsQuery.queryKey, { alerts: data, count: alerts })
  return showRouted(
    client,
    <AlertsScreen
      search={{ tab: 'occurring' }}
      onSearch={() => undefined}
      onTab={() => undefined}
      onOpen={() => undefined}
      detail={() => null}
      question={() => null}
      others={<p>端末の一覧</p>}
    />,
    ['/meters/$id'],
  )
}

const top = (element: Element) => element.getBoundingClientRect().top

test('the list begins with the alerts, and a press leads to the devices below them', async () => {
  const screen = await open(30)
  const list = screen.getByRole('list', { name: 'アラート一覧' })
  await expect.element(list).toBeVisible()
  const devices = screen.getByText('端末の一覧')
  expect(top(devices.element())).toBeGreaterThan(top(list.element()))
  await screen.getByRole('button', { name: '異常のある端末 1件', exact: true }).click()
  await expect.element(devices).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toBe('端末の一覧')
})

test('the list begins with the devices where no alert is occurring', async () => {
  const screen = await open(0)
  const nothing = screen.getByText('ほかに発生中のアラートはありません。')
  await expect.element(nothing).toBeVisible()
  expect(top(screen.getByText('端末の一覧').element())).toBeLessThan(top(nothing.element()))
  await expect.element(screen.getByRole('button', { name: /異常のある端末/ })).not.toBeInTheDocument()
})
