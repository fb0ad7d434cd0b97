// Covers docs/requirements.md: 496, 497, 571, 582

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { PastRound } from '../../../contract/rounds.ts'
import { saveCapture } from '../../../offline/outbox.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { photograph, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aRound, aStop } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { RoundsToday } from '../home/RoundsToday.tsx'
import { AlertCount } from '../shell/AlertCount.tsx'
import { LateRoundsNote } from './LateRoundsNote.tsx'
import { PastRounds } from './PastRounds.tsx'

const { id: userId, organization } = anAccount()

afterEach(() => vi.restoreAllMocks())

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })

const past = (id: number, day: number, over: Partial<PastRound> = {}): PastRound => ({
  id,
  inspection_id: 7,
  inspection_name: '朝の巡回',
  begins_at: `2026-11-${day}T00:00:00+09:00`,
  ends_at: `2026-11-${day + 1}T00:00:00+09:00`,
  due_at: `2026-11-${day}T10:00:00+09:00`,
  done_at: `2026-11-${day}T09:30:00+09:00`,
  missed_at: null,
  planned: 3,
  captured: 2,
  skipped: 1,
  remaining: 0,
  abnormal: 0,
  unsure: 0,
  ...over,
})

test('past rounds stand by day, missed ones are marked, and earlier ones come when asked for', async () => {
  const missed = { done_at: null, missed_at: '2026-11-19T10:01:00+09:00', captured: 0, remaining: 2 }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { searchParams } = new URL(new Request(input).url)
    const isFirst = searchParams.get('after') === null
    const data = isFirst ? [past(3, 20), past(2, 19, missed)] : [past(1, 18)]
    return Response.json({ success: true, data, ...(isFirst && { next: 'behind' }) })
  })
  const cache = client()
  cache.setQueryData(accountQuery.queryKey, anAccount())
  cache.setQueryData(inspectionsQuery.queryKey, [])
  const content = <PastRounds inspectionId={undefined} onInspection={() => undefined} />
  const screen = await showRouted(cache, content, ['/rounds/past/$id'])
  const day = (name: string) => screen.getByRole('region', { name })
  await expect.element(day('2026/11/20（金）')).toMatchTextContent(/朝の巡回完了.*に完了予定 3 = 撮影 2/)
  await expect.element(day('2026/11/19（木）')).toMatchTextContent(/朝の巡回未完了.*まで予定 3 = 撮影 0/)
  await screen.getByRole('button', { name: '以前の点検ルートを表示' }).click()
  const link = day('2026/11/18（水）').getByRole('link')
  await expect.element(link).toHaveAttribute('href', '/rounds/past/1')
})

test('a past round that was done in time but missed says that its readings arrived later', async () => {
  const late = { missed_at: '2026-11-20T10:01:00+09:00' }
  const afterwards = { ...late, done_at: '2026-11-19T11:00:00+09:00', due_at: '2026-11-19T10:00:00+09:00' }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, data: [past(4, 21), past(3, 20, late), past(2, 19, afterwards)] }),
  )
  const cache = client()
  cache.setQueryData(accountQuery.queryKey, anAccount())
  cache.setQueryData(inspectionsQuery.queryKey, [])
  const content = <PastRounds inspectionId={undefined} onInspection={() => undefined} />
  const screen = await showRouted(cache, content, ['/rounds/past/$id'])
  const day = (name: string) => screen.getByRole('region', { name })
  await expect
    .element(day('2026/11/20（金）'))
    .toMatchTextContent(/9:30:00 に完了（期限のあとに届きました）予定 3/)
  await expect.element(day('2026/11/21（土）')).toMatchTextContent(/9:30:00 に完了予定 3/)
  await expect.element(day('2026/11/19（木）')).toMatchTextContent(/11:00:00 に遅れて完了予定 3/)
})

test('home, alerts and their count have the late rounds without what this phone holds, and lead to them', async () => {
  await resetPhone()
  const cache = client()
  cache.setQueryData(accountQuery.queryKey, anAccount())
  const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }
  cache.setQueryData(
    inspectionsQuery.queryKey,
    [7, 8, 9].map((id) => ({
      id,
      name: `グループ${id}`,
      contact: '',
      organization_id: organization.id,
      ...times,
    })),
  )
  const device = { id: 9, name: '巡回', type: 5, status: 1 } as const
  cache.setQueryData(metersQuery.queryKey, [aMeter({ id: 5, device, inspection_id: 9 })])
  await saveCapture(photograph({ userId, organizationId: organization.id }, { meterId: 5 }))
  const hour = 3_600_000
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  cache.setQueryData(roundsQuery.queryKey, [
    aRound({ due_at: at(-30), missed_at: at(-29) }),
    aRound({ inspection_id: 8, due_at: at(-30), done_at: at(-31), remaining: 0 }),
    aRound({ inspection_id: 9, due_at: at(-30), stops: [aStop(5)], planned: 1, remaining: 1 }),
  ])
  const content = (
    <>
      <RoundsToday />
      <LateRoundsNote />
      <output>
        <AlertCount />
      </output>
    </>
  )
  cache.setQueryData(occurringAlertsQuery.queryKey, { alerts: [], count: 3 })
  const screen = await showRouted(cache, content, ['/rounds', '/rounds/$id'])
  const home = screen.getByRole('link', { name: '点検ルート 遅れ 1件' })
  await expect.element(home).toHaveAttribute('href', '/rounds')
  const notes = screen.getByRole('list', { name: '遅れている点検ルート' }).getByRole('listitem')
  await expect.element(notes).toMatchTextContent(/朝の巡回.*まで.*残り 1 \/ 1/)
  await expect.element(notes.getByRole('link')).toHaveAttribute('href', '/rounds/7')
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('4発生中 4件（遅れている点検ルート 1件を含む）')
})
