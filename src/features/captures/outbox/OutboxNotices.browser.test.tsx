// Covers docs/requirements.md: 510, 558, 559, 626

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { setAside } from '../../../../offline/byHand.ts'
import { changeRow } from '../../../../offline/outbox.ts'
import { dialogHasFocus } from '../../../../tests/support/components/dialogHasFocus.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { colleague, inspector, queued, resetPhone, skipped } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { occurringAlertsQuery } from '../../../lib/queries/alerts.ts'
import { inspectionsQuery } from '../../../lib/queries/inspections.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { roundsQuery } from '../../../lib/queries/rounds.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { OutboxNotices } from './OutboxNotices.tsx'
import { OutboxStatus } from './OutboxStatus.tsx'

beforeEach(resetPhone)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  notify.clear()
})

const hour = 3_600_000

function showStatus(alerts = 0) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ id: inspector.userId }))
  client.setQueryData(occurringAlertsQuery.queryKey, { alerts: [], count: alerts })
  for (const { queryKey } of [metersQuery, inspectionsQuery, roundsQuery]) client.setQueryData(queryKey, [])
  return show(
    <QueryClientProvider client={client}>
      <OutboxStatus />
      <OutboxNotices />
    </QueryClientProvider>,
  )
}

const arrive = (id: string) =>
  changeRow(id, (row) => ({ ...row, state: 'sent', sentAt: Date.now(), lastError: null }))

test('requirement 10: the number of unsent rows stands in the header, and with open alerts on the app’s icon', async () => {
  const badge = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue()
  await queued(inspector)
  await skipped(inspector)
  const screen = await showStatus(3)
  await expect.element(screen.getByRole('button', { name: /未送信 2件/ })).toBeVisible()
  await expect.poll(() => badge.mock.lastCall).toEqual([5])
})

test('of another user only the number of unsent rows is shown, and own rows come first', async () => {
  const id = await queued(colleague, { meterName: 'No.9 受水槽' })
  const screen = await showStatus()
  const others = screen.getByText('未送信 1件')
  await expect.element(others).toBeVisible()
  await expect.element(screen.getByText('（別の利用者）')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  await expect.element(screen.getByText(/No\.9/)).not.toBeInTheDocument()

  await queued(inspector)
  await screen.getByRole('button', { name: /未送信 1件/ }).click()
  await expect
    .element(screen.getByText('未送信 1件（別の利用者）は、その利用者がログインすると送信します。'))
    .toBeVisible()
  await expect.element(screen.getByText(/No\.9/)).not.toBeInTheDocument()
  await arrive(id)
  await expect.element(screen.getByText(/別の利用者/)).not.toBeInTheDocument()
})

test.each([
  [2, false, /もっとも古い未送信は2時間前のものです。$/],
  [30, false, /電波の届く所でアプリを開き、送信してください。$/],
  [80, true, /電波の届く所で送信するか、ファイルに書き出してください。$/],
])(
  'requirement 10: of what has waited %i h the outbox says how long, and from a day on what to do',
  async (age, red, words) => {
    // The clock was a day ahead, and has been put right.
    const ahead = 24 * hour
    await queued(inspector, { capturedAt: Date.now() + ahead - age * hour - 60_000, clockOffset: ahead })
    const screen = await showStatus()
    const status = screen.getByRole('button', { name: /未送信 1件/ })
    await expect.element(status).toMatchTextContent(/前から）/)
    await expect.poll(() => status.element().hasAttribute('data-urgent')).toBe(red)
    await status.click()
    await expect.element(screen.getByText(words)).toBeVisible()
  },
)

test('once something has waited, as many are said to be received as the header counted, in one notice, and once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const old = { capturedAt: Date.now() - hour }
  const ids = [await queued(inspector, old), await queued(inspector, old), await queued(inspector)]
  const { id } = await skipped(inspector, { skippedAt: Date.now() - hour })
  const screen = await showStatus()
  await expect.element(screen.getByRole('button', { name: /未送信 4件/ })).toBeVisible()
  const told = vi.spyOn(notify, 'success')
  const tellings = () => {
    vi.advanceTimersByTime(2000)
    return told.mock.calls.flat()
  }
  const allArrived = () =>
    expect.element(screen.getByRole('button', { name: /未送信/ })).not.toBeInTheDocument()
  for (const each of [...ids, id]) await arrive(each)
  await allArrived()
  await expect.poll(tellings).toEqual(['4件をサーバーが受領しました'])
  await expect.element(screen.getByText('4件をサーバーが受領しました')).toBeVisible()

  // What arrives at once is told where it was photographed.
  const quick = await queued(inspector)
  await expect.element(screen.getByRole('button', { name: /未送信 1件/ })).toBeVisible()
  await arrive(quick)
  await allArrived()
  tellings()
  const late = await queued(inspector, old)
  await expect.element(screen.getByRole('button', { name: /未送信 1件/ })).toBeVisible()
  tellings()
  await arrive(late)
  await allArrived()
  await expect.poll(tellings).toEqual(['4件をサーバーが受領しました', '1件をサーバーが受領しました'])
})

test('requirement 5: what is set aside stands in the header when nothing else waits, and opens the outbox', async () => {
  const id = await queued(inspector)
  const screen = await showStatus()
  await expect.element(screen.getByRole('button', { name: /未送信 1件/ })).toBeVisible()
  await setAside(id)
  const status = screen.getByRole('button', { name: '保留 1件' })
  await status.click()
  await dialogHasFocus(/撮影の送信状況/)
  await userEvent.keyboard('{Escape}')
  await expect.element(status).toHaveFocus()
})

test('an outbox that cannot be read is not said to be empty, and is read again on request', async () => {
  await queued(inspector)
  const index = vi.spyOn(IDBObjectStore.prototype, 'index').mockImplementation(() => {
    throw new DOMException('lost', 'UnknownError')
  })
  const screen = await showStatus()
  await screen.getByRole('button', { name: '未送信 不明' }).click()
  const told = screen.getByRole('alert')
  await expect.element(told).toMatchTextContent(/^端末の中の写真を確認できませんでした/)
  await expect.element(screen.getByText('送信するものはありません')).not.toBeInTheDocument()
  index.mockRestore()
  await told.getByRole('button', { name: 'もう一度' }).click()
  await expect.element(screen.getByRole('region', { name: '未送信' })).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
})
