// Covers docs/requirements.md: 901

import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { startsWithToday } from '../../lib/firstScreen.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { FirstScreenOffer } from './FirstScreenOffer.tsx'

beforeEach(() => localStorage.clear())

test.each([
  ['はい', true],
  ['いいえ', false],
])('asks each user of a device once: %s', async (answer, isToday) => {
  const clientOf = (id: number) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
    client.setQueryData(accountQuery.queryKey, anAccount({ id }))
    return client
  }
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
