// Covers docs/requirements.md: 901, 1024

import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/support/components/render.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { startsWithToday } from '../../lib/firstScreen.ts'
import '../../global.css'
import { accountQuery } from '../../lib/queries/account.ts'
import { NotificationList } from '../../ui/notice/NotificationList.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { colorVariables } from '../../ui/theme/palette.ts'
import { theme } from '../../ui/theme/theme.ts'
import { FirstScreenOffer } from './FirstScreenOffer.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => notify.clear())

function clientOf(id: number): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ id }))
  return client
}

test.each([
  ['はい', true],
  ['いいえ', false],
])('asks each user of a device once: %s', async (answer, isToday) => {
  const [client, colleague] = [clientOf(1), clientOf(2)]
  const offer = <FirstScreenOffer>次の案内</FirstScreenOffer>
  const screen = await showRouted(client, offer)
  await expect.element(screen.getByText('次の案内')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: answer }).click()
  await expect.element(screen.getByText('次の案内')).toBeVisible()
  expect([startsWithToday(client), startsWithToday(colleague)]).toEqual([isToday, false])
  await screen.unmount()
  const again = await showRouted(client, offer)
  await expect.element(again.getByText('次の案内')).toBeVisible()
  await again.unmount()
  const theirs = await showRouted(colleague, offer)
  await expect.element(theirs.getByText('今日の画面を最初に開きますか')).toBeVisible()
})

test.each([
  [820, 1180],
  [1440, 900],
])('at %d px what is urgent leaves the question free', async (width, height) => {
  await page.viewport(width, height)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <QueryClientProvider client={clientOf(1)}>
        <div style={{ height: 2 * height }} />
        <FirstScreenOffer>次の案内</FirstScreenOffer>
      </QueryClientProvider>
      <NotificationList />
    </MantineProvider>,
  )
  const offer = screen.getByRole('region', { name: '最初の画面' })
  await expect.element(offer).toBeVisible()
  notify.urgent({ id: 'alert', title: '異常: 1号ポンプ', text: '測定値 0.95 MPa（今日 14:03）' })
  const note = screen.getByRole('alert')
  await expect.element(note).toBeVisible()
  const between = () =>
    offer.element().getBoundingClientRect().top - note.element().getBoundingClientRect().bottom
  await expect.poll(between).toBeGreaterThanOrEqual(0)
})
