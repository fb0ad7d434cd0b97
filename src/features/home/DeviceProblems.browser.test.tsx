// Covers docs/requirements.md: 50, 395

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { DeviceProblems } from './DeviceProblems.tsx'

test.each([390, 1440])('a camera that only sends heartbeats with errors is silent: %i px', async (width) => {
  await page.viewport(width, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [])
  client.setQueryData(devicesQuery.queryKey, [
    aDevice({
      status: 3,
      last_recorded_at: new Date(Date.now() - 3.5 * 24 * 3_600_000).toISOString(),
      last_communicated_at: new Date(Date.now() - 3.5 * 3_600_000).toISOString(),
      outage: { since: '2026-11-20T15:00:00+09:00', cause: 'unknown' },
    }),
  ])
  const screen = await showRouted(client, <DeviceProblems />, ['/devices/$id', '/meters/$id'])
  const card = screen.getByRole('region', { name: /^通信エラーカメラ/ }).getByRole('article')
  await expect.element(card).toMatchTextContent(/最終測定.*3日前.*最終通信.*3時間前/)
  await expect
    .element(screen.getByRole('region', { name: /^異常のあるカメラ/ }))
    .toMatchTextContent(/No Data/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
