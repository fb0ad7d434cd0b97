// Covers docs/requirements.md: 497, 650

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Round } from '../../../contract/rounds.ts'
import { takeBackSkip } from '../../../offline/skips.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { inspector, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aRound, aStop } from '../../../tests/support/responses/rounds.ts'
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

/** A phone whose user knows this round and its meters. */
function phoneWith(round: Round) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const device = { id: 9, name: '巡回', type: 5, status: 1 } as const
  client.setQueryData(
    metersQuery.queryKey,
    round.stops.map(({ meter_id: id }) => aMeter({ id, device, inspection_id: round.inspection_id })),
  )
  const at = new Date().toISOString()
  client.setQueryData(inspectionsQuery.queryKey, [
    { id: round.inspection_id, name: '朝', contact: '', organization_id: 10, updated_at: at },
  ])
  client.setQueryData(roundsQuery.queryKey, [round])
  return client
}

/** A phone on which a capture is opened and left. */
function Switched({ capturing = false }) {
  const [isCapturing, setCapturing] = useState(capturing)
  return (
    <>
      <LateRoundsNotifier quiet={isCapturing} />
      <button type="button" onClick={() => setCapturing(!isCapturing)}>
        {isCapturing ? '戻る' : '撮影'}
      </button>
    </>
  )
}

test('on a phone the notice waits while a capture is open, and one that was closed does not return', async () => {
  await page.viewport(390, 844)
  const morning = aRound({ inspection_name: '朝の巡回', due_at: due(1) })
  const client = phoneWith(morning)
  const screen = await showRouted(client, <Switched />, ['/rounds/$id'])
  const notices = screen.getByRole('alert')
  await expect.element(screen.getByRole('button', { name: '撮影' })).toBeVisible()
  client.setQueryData(roundsQuery.queryKey, [{ ...morning, due_at: due(-1) }])
  await expect.element(notices).toBeVisible()
  await screen.getByRole('button', { name: '撮影' }).click()
  await expect.element(screen.getByRole('button', { name: '戻る' })).toBeVisible()
  await expect.element(notices).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '戻る' }).click()
  await expect.element(notices).toMatchTextContent(/点検ルートの遅れ: 朝の巡回/)
  await notices.getByRole('button', { name: '閉じる' }).click()
  await expect.element(notices).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '撮影' }).click()
  await screen.getByRole('button', { name: '戻る' }).click()
  await expect.element(screen.getByRole('button', { name: '撮影' })).toBeVisible()
  expect(notices.elements()).toEqual([])
})

test('a round that becomes late during the capture with which the app begins is shown after it', async () => {
  const evening = aRound({ inspection_id: 6, inspection_name: '夜の巡回', due_at: due(-5) })
  const morning = aRound({ inspection_name: '朝の巡回', due_at: due(1) })
  const client = phoneWith(morning)
  client.setQueryData(roundsQuery.queryKey, [evening, morning])
  const screen = await showRouted(client, <Switched capturing />, ['/rounds/$id'])
  await expect.element(screen.getByRole('button', { name: '戻る' })).toBeVisible()
  client.setQueryData(roundsQuery.queryKey, [evening, { ...morning, due_at: due(-1) }])
  await screen.getByRole('button', { name: '戻る' }).click()
  const notices = screen.getByRole('alert')
  await expect.element(notices).toMatchTextContent(/点検ルートの遅れ: 朝の巡回/)
  expect(notices.elements()).toHaveLength(1)
})

test('the notice counts a skip that was taken back on this phone as left, and follows', async () => {
  const skip = { key: 'k', reason: 'stopped', note: '', skipped_at: due(-1), user: null } as const
  const stops = [{ ...aStop(3), skip }, { ...aStop(4), skip: { ...skip, key: 'l' } }, aStop(5)]
  const morning = aRound({ stops, skipped: 2, remaining: 1, due_at: due(1) })
  const client = phoneWith(morning)
  const takeBack = (key: string, meterId: number) =>
    takeBackSkip(key, { ...inspector, organizationName: '検針テスト', meterId, meterName: `No.${meterId}` })
  await takeBack('k', 3)
  const screen = await showRouted(client, <LateRoundsNotifier quiet={false} />, ['/rounds/$id'])
  client.setQueryData(roundsQuery.queryKey, [{ ...morning, due_at: due(-1) }])
  const notices = screen.getByRole('alert')
  await expect.element(notices).toMatchTextContent(/残り 2 \/ 3/)
  await takeBack('l', 4)
  await expect.element(notices).toMatchTextContent(/残り 3 \/ 3/)
  expect(notices.elements()).toHaveLength(1)
})

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
