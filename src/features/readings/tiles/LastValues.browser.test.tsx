// Covers docs/requirements.md: 291

import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Meter } from '../../../../contract/meters.ts'
import { decideCapture, saveCapture } from '../../../../offline/outbox.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { photograph, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { AbnormalData } from './AbnormalData.tsx'
import { InspectionData } from './InspectionData.tsx'

beforeEach(async () => {
  await resetPhone()
  await page.viewport(390, 844)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
})
afterEach(() => vi.restoreAllMocks())

const day = 86_400_000
const { id: userId, organization } = anAccount()
const props = { search: {}, onSearch: vi.fn(), onChosen: vi.fn() }

const measured = (id: number, name: string, daysAgo: number, over: object = {}): Meter =>
  aMeter({
    id,
    name,
    last_reading: {
      id: 100 + id,
      value: id / 10,
      created_at: new Date(Date.now() - daysAgo * day).toISOString(),
      is_abnormal: false,
      is_unsure: false,
      read_state: 1,
      thumbnail: null,
      ...over,
    },
  })

/** A phone without signal that has the meters of yesterday, and no readings. */
async function open(screen: ReactNode, meters: Meter[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, meters, { updatedAt: Date.now() - day })
  return showRouted(client, screen)
}

test('without signal on the next day the newest values of the meters are shown, with their days', async () => {
  const { id } = await saveCapture(
    photograph({ userId, organizationId: organization.id }, { meterId: 3, capturedAt: Date.now() }),
  )
  await decideCapture(id, { value: 0.9, valueSource: 'corrected' })
  const screen = await open(<InspectionData {...props} />, [
    measured(1, '受水槽 水位', 2),
    measured(2, '冷却水圧力', 1),
    measured(3, '電力量計', 1),
    aMeter({ id: 4, name: '新しい計器', last_reading: null }),
  ])
  const tiles = screen.getByRole('list', { name: '前回の値' }).getByRole('listitem')
  await expect.element(tiles.nth(0)).toMatchTextContent(/電力量計0\.9.*未送信/)
  await expect.element(tiles.nth(1)).toMatchTextContent(/冷却水圧力0\.2.*前回 昨日/)
  await expect.element(tiles.nth(2)).toMatchTextContent(/受水槽 水位0\.1.*前回 \d+\/\d+/)
  expect(tiles.elements().length).toBe(3)
  await expect.element(screen.getByText(/前回の値です（最終取得 昨日/)).toBeVisible()
})

test('異常データ without signal shows the meters whose newest value is abnormal', async () => {
  const screen = await open(<AbnormalData {...props} />, [
    measured(1, '受水槽 水位', 2),
    measured(2, '冷却水圧力', 1, { is_abnormal: true }),
    measured(3, '流量計', 3, { is_abnormal: true, value: null, reasons: ['loop broken'] }),
  ])
  const tiles = screen.getByRole('list', { name: '前回の値' }).getByRole('listitem')
  await expect.element(tiles.nth(0)).toMatchTextContent(/冷却水圧力0\.2.*異常/)
  await expect.element(tiles.nth(1)).toMatchTextContent(/流量計データ無し（断線の疑い）.*異常/)
  expect(tiles.elements().length).toBe(2)
})

test('a phone that has nothing says so', async () => {
  const screen = await open(<InspectionData {...props} />, [])
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/再試行/)
})
