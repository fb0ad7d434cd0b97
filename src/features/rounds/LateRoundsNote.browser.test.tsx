import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aRound } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { LateRoundsNote } from './LateRoundsNote.tsx'

beforeEach(resetPhone)

const hour = 3_600_000

test('a round is late by the server’s clock, though this device’s is two hours behind', async () => {
  localStorage.setItem('clockOffset', String(-2 * hour))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [])
  client.setQueryData(inspectionsQuery.queryKey, [])
  const due = new Date(Date.now() + hour).toISOString()
  client.setQueryData(roundsQuery.queryKey, [aRound({ inspection_name: '朝の巡回', due_at: due })])
  const screen = await showRouted(client, <LateRoundsNote />, ['/rounds/$id', '/rounds'])
  await expect.element(screen.getByRole('link', { name: /^朝の巡回/ })).toBeVisible()
})
