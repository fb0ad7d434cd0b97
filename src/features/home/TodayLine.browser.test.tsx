// Covers docs/requirements.md: 657

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Round } from '../../../contract/rounds.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aRound } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { arrivalsTodayQuery } from '../../lib/queries/devices.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { ArrivalsToday } from './ArrivalsToday.tsx'
import { RoundsToday } from './RoundsToday.tsx'
import { TodayLine } from './TodayLine.tsx'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

const day = 86_400_000
const arrivals = { scheduled: 10, arrived: 9, late: 0, missing: 1, waiting: 0 }
const nothing = { scheduled: 0, arrived: 0, late: 0, missing: 0, waiting: 0 }
const due = aRound({ due_at: new Date().toISOString() })

interface Answers {
  arrivals: typeof arrivals
  rounds: Round[]
}

/** Shows the line above a paragraph, on a server that answers when `answer` is called. */
async function open(width: number, answers: Answers, prepare = (_: QueryClient) => {}) {
  await page.viewport(width, 844)
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    await promise
    return Response.json({
      success: true,
      data: pathname.endsWith('/device-arrivals') ? answers.arrivals : answers.rounds,
    })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  prepare(client)
  const screen = await showRouted(
    client,
    <>
      <TodayLine>
        <ArrivalsToday />
        <RoundsToday />
      </TodayLine>
      <p>その下の内容</p>
    </>,
    ['/devices', '/rounds'],
  )
  const below = screen.getByText('その下の内容')
  await expect.element(below).toBeVisible()
  return { screen, top: () => below.element().getBoundingClientRect().top, answer: resolve }
}

test.each([820, 1440])(
  'what is below the counts of today does not move when they arrive, at %i px',
  async (width) => {
    const { screen, top, answer } = await open(width, { arrivals, rounds: [due] })
    const before = top()
    answer()
    await expect.element(screen.getByRole('link', { name: /^報告 9/ })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: /^点検ルート 0/ })).toBeVisible()
    expect(top()).toBe(before)
  },
)

test('each count keeps the place where the other one has nothing', async () => {
  const reports = await open(820, { arrivals, rounds: [] }, (client) =>
    client.setQueryData(roundsQuery.queryKey, []),
  )
  const aboveReports = reports.top()
  reports.answer()
  await expect.element(reports.screen.getByRole('link', { name: /^報告 9/ })).toBeVisible()
  expect(reports.top()).toBe(aboveReports)
  await reports.screen.unmount()
  const rounds = await open(820, { arrivals: nothing, rounds: [due] }, (client) =>
    client.setQueryData(arrivalsTodayQuery.queryKey, nothing),
  )
  const aboveRounds = rounds.top()
  rounds.answer()
  await expect.element(rounds.screen.getByRole('link', { name: /^点検ルート 0/ })).toBeVisible()
  expect(rounds.top()).toBe(aboveRounds)
})

test('on the next day the place of the counts of the day before is kept until those of today arrive', async () => {
  const yesterday = { updatedAt: Date.now() - day }
  const { screen, top, answer } = await open(820, { arrivals, rounds: [due] }, (client) => {
    client.setQueryData(arrivalsTodayQuery.queryKey, { ...arrivals, arrived: 3 }, yesterday)
    client.setQueryData(
      roundsQuery.queryKey,
      [aRound({ due_at: new Date(Date.now() - day).toISOString(), done_at: new Date().toISOString() })],
      yesterday,
    )
  })
  const before = top()
  await expect.element(screen.getByText(/報告/)).not.toBeInTheDocument()
  answer()
  await expect.element(screen.getByRole('link', { name: /^報告 9/ })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /^点検ルート 0/ })).toBeVisible()
  expect(top()).toBe(before)
})

test('the place is removed where nothing is scheduled', async () => {
  const { top, answer } = await open(820, { arrivals: nothing, rounds: [] })
  const before = top()
  answer()
  await expect.poll(top).toBeLessThan(before)
})
