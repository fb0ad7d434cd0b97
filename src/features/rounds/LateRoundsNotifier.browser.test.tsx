import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAccount } from '../../../tests/support/account.ts'
import { resetPhone } from '../../../tests/support/phone.ts'
import { aRound } from '../../../tests/support/rounds.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { LateRoundsNotifier } from './LateRoundsNotifier.tsx'

beforeEach(resetPhone)
afterEach(() => notify.clear())

const hour = 3_600_000
const due = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

test('a round that becomes late is told, and that is taken back when it is done', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [])
  client.setQueryData(inspectionsQuery.queryKey, [])
  const earlier = aRound({ inspection_id: 6, inspection_name: '夜の巡回', due_at: due(-5) })
  const morning = aRound({ inspection_name: '朝の巡回', due_at: due(1) })
  client.setQueryData(roundsQuery.queryKey, [earlier, morning])
  const screen = await showRouted(client, <LateRoundsNotifier quiet={false} />, ['/rounds/$id'])
  const notices = screen.getByRole('alert')

  const late = { ...morning, due_at: due(-1) }
  client.setQueryData(roundsQuery.queryKey, [earlier, late])
  await expect.element(notices).toMatchTextContent(/^点検ルートの遅れ: 朝の巡回期限を過ぎました。残り 1 \/ 1/)
  client.setQueryData(roundsQuery.queryKey, [earlier, { ...late, unsure: 1 }])
  await expect.poll(() => notices.elements().length).toBe(1)

  client.setQueryData(roundsQuery.queryKey, [earlier, { ...late, remaining: 0, done_at: due(0) }])
  await expect.poll(() => notices.elements().length).toBe(0)
})
