// Covers docs/requirements.md: 895, 896, 897, 898, 899, 900, 982, 1045

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OpenMonth } from '../../../contract/closing/closings.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { queued, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { anAlert } from '../../../tests/support/responses/alert.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { aRound, aStop } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { openMonthsQuery } from '../../lib/queries/closings.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { TodayScreen } from './TodayScreen.tsx'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

const counts: OpenMonth['counts'] = {
  missing: 3,
  review: 2,
  estimated: 0,
  parent: 1,
  compared: 0,
  backwards: 0,
  estimated_twice: 0,
  verification_expired: 0,
}
const openMonth: OpenMonth = {
  cycle_id: 4,
  cycle_name: '電気',
  month: '2026-10',
  to: '2026-11-01T00:00:00.000+09:00',
  counts,
  later: 0,
}

type Answers = Record<string, unknown>
const nothing: Answers = {
  '/api/v1/meter-alerts?1': { data: [], count: 0 },
  '/api/v1/meter-alerts?0': { data: [], count: 0 },
  '/api/v1/devices': { data: [] },
  '/api/v1/review/count': { data: { count: 0 } },
  '/api/v1/open-months': { data: [] },
  '/api/v1/rounds': { data: [] },
}

/** Opens 今日 on a server with these answers; a path without one fails. Returns the paths that were asked for. */
async function open(answers: Answers, { role = 1, width = 1440 } = {}, prepare = (_: QueryClient) => {}) {
  await page.viewport(width, 900)
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    const isAlert = searchParams.get('is_alert')
    const path = isAlert === null ? pathname : `${pathname}?${isAlert}`
    asked.push(path)
    if (!(path in answers)) return new Response(null, { status: 404 })
    return Response.json({ success: true, ...(answers[path] as object) })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role } as Parameters<typeof anAccount>[0]))
  for (const { queryKey } of [metersQuery, unitsQuery, inspectionsQuery])
    client.setQueryDefaults(queryKey, { staleTime: 'static', initialData: [] })
  prepare(client)
  const paths = ['/alerts', '/review', '/devices/$id', '/closings', '/rounds/$id', '/walk/$id', '/outbox']
  return { screen: await showRouted(client, <TodayScreen />, paths), asked }
}

const hrefsOf = (screen: Awaited<ReturnType<typeof open>>['screen']) =>
  screen
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')])

test.each([390, 1440])('each number leads to the list that it counts: %i px', async (width) => {
  await queued({ userId: 1, organizationId: 1 })
  const { screen, asked } = await open(
    {
      ...nothing,
      '/api/v1/meter-alerts?1': { data: [anAlert({ id: 8 })], count: 7 },
      '/api/v1/meter-alerts?0': { data: [], count: 2 },
      '/api/v1/review/count': { data: { count: 5 } },
      '/api/v1/devices': {
        data: [
          aDevice({
            id: 6,
            name: 'ポンプ室カメラ',
            outage: { since: '2026-11-20T15:00:00+09:00', cause: 'unknown' },
          }),
          aDevice(),
        ],
      },
      '/api/v1/open-months': { data: [openMonth] },
      '/api/v1/rounds': {
        data: [aRound({ due_at: new Date(Date.now() - 60_000).toISOString(), stops: [aStop(3), aStop(4)] })],
      },
    },
    { width },
  )
  await expect.element(screen.getByRole('link', { name: 'この端末の未送信 1件' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '残り 2' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '未検針 3' })).toBeVisible()
  const reading = anAlert().meter_value.id
  await expect
    .poll(() => hrefsOf(screen))
    .toEqual([
      ['発生中のアラート 7件', '/alerts?tab=occurring'],
      ['No.3 冷却水圧力', `/alerts?tab=occurring&alert=8&value=${reading}`],
      ['異常のある端末 1件', '/alerts?tab=occurring'],
      ['ポンプ室カメラ', '/devices/6'],
      ['終了した未確認のアラート 2件', '/alerts?tab=past'],
      ['要確認の測定値 5件', '/review'],
      ['電気 2026年10月', '/closings?cycle=4&month=2026-10'],
      ['未検針 3', '/closings?cycle=4&month=2026-10&list=missing'],
      ['要確認 2', '/closings?cycle=4&month=2026-10&list=review'],
      ['親子差 1', '/closings?cycle=4&month=2026-10&list=parent'],
      ['朝の巡回', '/rounds/7'],
      ['残り 2', '/rounds/7?show=left'],
      ...(width === 390 ? [['巡回を始める', '/walk/7']] : []),
      ['この端末の未送信 1件', '/outbox'],
    ])
  await expect.element(screen.getByText(/時点/).first()).toBeVisible()
  await expect.element(screen.getByText(/はありません/)).not.toBeInTheDocument()
  expect(new Set(asked).size).toBeLessThanOrEqual(6)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('alerts that nobody has come first, the others say who has them', async () => {
  const taken = { id: 2, username: '佐藤 健一', taken_at: '2026-11-18T14:20:00+09:00' }
  const alerts = [anAlert({ id: 9, assignee: taken }, '2号ポンプ'), anAlert({ id: 8 }, '1号ポンプ')]
  const { screen } = await open({ ...nothing, '/api/v1/meter-alerts?1': { data: alerts, count: 2 } })
  const rows = screen.getByRole('listitem').filter({ hasText: '号ポンプ' })
  await expect.element(rows.nth(0)).toMatchTextContent(/1号ポンプ.*担当：未割当/)
  await expect.element(rows.nth(1)).toMatchTextContent(/2号ポンプ.*担当：佐藤 健一（.* から）/)
})

test('a general user sees the rounds first', async () => {
  const { screen } = await open(
    {
      ...nothing,
      '/api/v1/open-months': { data: [openMonth] },
      '/api/v1/rounds': { data: [aRound({ due_at: new Date().toISOString() })] },
    },
    { role: 0 },
  )
  await expect.element(screen.getByRole('link', { name: '未検針 3' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '朝の巡回' })).toBeVisible()
  const titles = screen.getByRole('heading', { level: 2 }).elements()
  expect(titles.map(({ textContent }) => textContent)).toEqual(['今日の残り', '締めまで'])
})

test('zeros are one line with its time', async () => {
  const { screen } = await open(nothing)
  await expect
    .element(screen.getByText(/はありません/))
    .toMatchTextContent(
      /^発生中のアラート、異常のある端末、終了した未確認のアラート、要確認の測定値、締めの近い月、今日の点検の残り、この端末の未送信はありません .*時点$/,
    )
  await expect.element(screen.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
})

test('what could not be fetched is unknown and not zero, until it is fetched again', async () => {
  const { '/api/v1/meter-alerts?1': alerts, ...others } = nothing
  const answers: Answers = others
  const { screen } = await open(answers)
  await expect.element(screen.getByText(/^発生中のアラートは分かりません/)).toBeVisible()
  await expect.element(screen.getByText(/はありません/)).toMatchTextContent(/^異常のある端末、/)
  answers['/api/v1/meter-alerts?1'] = alerts
  await screen.getByRole('button', { name: '発生中のアラートを再試行' }).click()
  await expect.element(screen.getByText(/はありません/)).toMatchTextContent(/^発生中のアラート、/)
  await expect.element(screen.getByText(/分かりません/)).not.toBeInTheDocument()
})

test('without an answer what the device holds is shown with its time, but no rounds of an earlier day', async () => {
  const { screen } = await open({}, {}, (client) => {
    const yesterday = { updatedAt: Date.now() - 86_400_000 }
    client.setQueryData(occurringAlertsQuery.queryKey, { alerts: [], count: 0 }, yesterday)
    client.setQueryData(openMonthsQuery.queryKey, [openMonth], yesterday)
    client.setQueryData(
      roundsQuery.queryKey,
      [aRound({ ends_at: new Date(Date.now() - 60_000).toISOString() })],
      yesterday,
    )
  })
  await expect.element(screen.getByText(/^今日の点検の残りは分かりません/)).toBeVisible()
  await expect.element(screen.getByText(/^異常のある端末は分かりません/)).toBeVisible()
  await expect
    .element(screen.getByText(/はありません/))
    .toMatchTextContent(/^発生中のアラート、この端末の未送信はありません 昨日 .*時点$/)
  await expect.element(screen.getByRole('link', { name: '未検針 3' })).toBeVisible()
  await expect.element(screen.getByText(/(?:23時間|1日)前の内容です/)).toBeVisible()
})
