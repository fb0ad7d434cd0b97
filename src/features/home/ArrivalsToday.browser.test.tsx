import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { arrivalsTodayQuery } from '../../lib/queries/devices.ts'
import { ArrivalsToday } from './ArrivalsToday.tsx'

function open(scheduled: number, arrived: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  const counts = { scheduled, arrived, late: 1, missing: scheduled - arrived }
  client.setQueryData(arrivalsTodayQuery.queryKey, counts)
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
  const line = screen.getByRole('link', { name: '報告 1,236 / 予定 1,240（今日）' })
  await expect.element(line).toHaveAttribute('href', '/devices')
})

test('where no device has a schedule nothing is said of reports', async () => {
  const screen = await open(0, 0)
  await expect.element(screen.getByText('その下の内容')).toBeVisible()
  await expect.element(screen.getByText(/報告/)).not.toBeInTheDocument()
})
