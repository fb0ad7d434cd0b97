// Covers docs/requirements.md: 394, 395

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { arrivalsTodayQuery } from '../../lib/queries/devices.ts'
import { ArrivalsToday } from './ArrivalsToday.tsx'

function open(scheduled: number, arrived: number, waiting = 0, updatedAt = Date.now()) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  const counts = { scheduled, arrived, late: 1, missing: scheduled - arrived, waiting }
  client.setQueryData(arrivalsTodayQuery.queryKey, counts, { updatedAt })
  const beside = <p>その下の内容</p>
  const content = (
    <>
      <ArrivalsToday />
      {beside}
    </>
  )
  return showRouted(client, content, ['/devices'])
}

test('today’s reports stand against those that were due, and lead to the devices', async () => {
  const screen = await open(1_240, 1_236)
  const line = screen.getByRole('link', { name: '報告 1,236 / ここまでの 予定 1,240 （今日）' })
  await expect.element(line).toHaveAttribute('href', '/devices')
})

test('pictures that wait to be read are counted beside them, and alone where nothing is scheduled', async () => {
  const both = await open(10, 9, 1_203)
  await expect.element(both.getByText('読取待ちの写真 1,203 枚')).toBeVisible()
  await expect.element(both.getByRole('link', { name: '報告 9 / ここまでの 予定 10 （今日）' })).toBeVisible()
  await both.unmount()
  const alone = await open(0, 0, 2)
  await expect.element(alone.getByText('読取待ちの写真 2 枚')).toBeVisible()
  await expect.element(alone.getByText(/報告/)).not.toBeInTheDocument()
})

test('without signal on the next day the counts of the day before are not told as today’s', async () => {
  const screen = await open(10, 9, 2, Date.now() - 86_400_000)
  await expect.element(screen.getByText('その下の内容')).toBeVisible()
  await expect.element(screen.getByText(/報告|読取待ち/)).not.toBeInTheDocument()
})

test('where no device has a schedule nothing is said of reports', async () => {
  const screen = await open(0, 0)
  await expect.element(screen.getByText('その下の内容')).toBeVisible()
  await expect.element(screen.getByText(/報告/)).not.toBeInTheDocument()
})
