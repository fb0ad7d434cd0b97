// Covers docs/requirements.md: 543

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { queued, resetPhone, skipped } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { useOutboxRows } from '../../lib/held/outboxRows.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { keepInstallPrompt } from '../../pwa/installPrompt.ts'
import { InstallOffer } from './InstallOffer.tsx'

const { id: userId, organization } = anAccount()
const owner = { userId, organizationId: organization.id }
const prompt = vi.fn(() => Promise.resolve({ outcome: 'accepted' }))

keepInstallPrompt()
beforeEach(async () => {
  await page.viewport(390, 844)
  localStorage.clear()
  prompt.mockClear()
  await resetPhone()
})
afterEach(() => window.dispatchEvent(new Event('appinstalled')))

/** Headless Chromium makes no offer of its own. */
function offer(): Event {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  window.dispatchEvent(event)
  return event
}

const Rows = () => <output>{useOutboxRows().length}</output>

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return show(
    <QueryClientProvider client={client}>
      <InstallOffer />
      <Rows />
    </QueryClientProvider>,
  )
}

test('installing is offered after the second capture, in the browser’s own dialog, once', async () => {
  await queued(owner)
  await skipped(owner)
  const screen = await open()
  await expect.element(screen.getByRole('status')).toHaveTextContent('2')
  const shown = screen.getByRole('region', { name: 'アプリのインストール' })
  expect(offer().defaultPrevented).toBe(true)
  await expect.element(shown).not.toBeInTheDocument()
  await queued(owner)
  await expect.element(shown).toBeVisible()
  // One line, also on a phone.
  expect(shown.element().clientHeight).toBeLessThan(60)
  await shown.getByRole('button', { name: 'インストール' }).click()
  expect(prompt).toHaveBeenCalledOnce()
  await expect.element(shown).not.toBeInTheDocument()
})

test('who does not want to install is not asked again', async () => {
  await queued(owner)
  await queued(owner)
  offer()
  const screen = await open()
  await screen.getByRole('button', { name: '今はしない' }).click()
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
  await screen.unmount()
  const again = await open()
  offer()
  await expect.element(again.getByRole('status')).toHaveTextContent('2')
  await expect.element(again.getByRole('region')).not.toBeInTheDocument()
  expect(prompt).not.toHaveBeenCalled()
})
