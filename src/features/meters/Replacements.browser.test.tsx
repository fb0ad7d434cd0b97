// Covers docs/requirements.md: 534, 617, 618, 800, 801

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Role, role } from '../../../contract/access.ts'
import { listRows } from '../../../offline/outbox.ts'
import type { SavedReplacement } from '../../../offline/rows.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { refusedForClosedMonths } from '../../../tests/support/responses/closedMonths.ts'
import { aMeter, aReplacement } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { Replacements } from './Replacements.tsx'

beforeEach(async () => {
  server.answer = offline
  await resetPhone()
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('clockOffset')
})

const sent: { method: string; path: string }[] = []

async function offline(_: Request): Promise<Response> {
  throw new TypeError('Failed to fetch')
}
/** The answer to a new replacement. */
const server = { answer: offline }

async function shown(of: Role, rows = [aReplacement()]) {
  sent.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    if (request.method === 'GET') return Response.json({ success: true, data: rows })
    if (request.method === 'POST') return server.answer(request)
    sent.push({ method: request.method, path })
    return Response.json({ success: true, data: { id: 11 } })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: of }))
  client.setQueryData(metersQuery.queryKey, [])
  return show(
    <QueryClientProvider client={client}>
      <Replacements meter={aMeter({ decimal_point: 1, is_cumulative: true })} unit="m³" />
    </QueryClientProvider>,
  )
}

test('a replacement is recorded with the keyboard and without signal, and stands marked above those before', async () => {
  const screen = await shown(role.general)
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/4,120\.5 m³ → 0\.0 m³佐藤、検定満了/)
  await expect.element(screen.getByRole('button', { name: 'この交換を削除' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'メーター交換' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'メーター交換' })).toMatchTextContent(/冷却水圧力/)
  await expect.element(screen.getByRole('textbox', { name: '旧メーターの最終値' })).toHaveFocus()
  await userEvent.keyboard('９８７６.５{Tab}1{Enter}')
  await expect
    .element(screen.getByRole('listitem').first())
    .toMatchTextContent(/9,876\.5 m³ → 1\.0 m³.*未送信/)
  expect(await listRows(anAccount().id)).toMatchObject([
    {
      kind: 'replacement',
      meterId: 3,
      state: 'queued',
      oldEnd: 9876.5,
      newStart: 1,
      note: '',
      timeChosen: true,
    },
  ])
  // The next one ends where this one began.
  await screen.getByRole('button', { name: 'メーター交換' }).click()
  await expect
    .element(screen.getByRole('textbox', { name: '旧メーターの最終値' }))
    .toHaveAccessibleDescription(/交換時の開始値 1\.0 m³/)
  await expect.element(screen.getByRole('textbox', { name: '旧メーターの最終値' })).toHaveFocus()
  await userEvent.keyboard('0.5{Enter}')
  const question = screen.getByRole('dialog', { name: '旧メーターの最終値を 0.5 m³ で登録しますか' })
  await expect.element(question).toMatchTextContent(/交換時の開始値 1\.0 m³ より 0\.5 m³ 小さい値です。/)
  await question.getByRole('button', { name: '修正する' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByRole('textbox', { name: '旧メーターの最終値' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'この値で登録' }).click()
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/0\.5 m³ → 0\.0 m³/)
})

test('a replacement that changes a closed month is asked about, and not stored on the device', async () => {
  const screen = await shown(role.general)
  const asked: [string | null, unknown][] = []
  server.answer = async (request) => {
    const { headers } = request
    const { sent_at: _, replaced_at: __, ...body } = await request.json()
    asked.push([headers.get('closed-months'), body])
    if (headers.has('closed-months')) return refusedForClosedMonths()
    const received = { meter_id: 3, received_at: '2026-11-20T14:03:05+09:00' }
    return Response.json({
      success: true,
      data: { id: 12, key: headers.get('idempotency-key'), ...received },
    })
  }
  await screen.getByRole('button', { name: 'メーター交換' }).click()
  await expect.element(screen.getByRole('textbox', { name: '旧メーターの最終値' })).toHaveFocus()
  await userEvent.keyboard('9876.5{Enter}')
  const question = screen.getByRole('dialog', { name: '締め済みの月が変わります' })
  await question.getByRole('button', { name: 'やめる' }).click()
  await expect.element(screen.getByRole('textbox', { name: '旧メーターの最終値' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'このまま続ける' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'メーター交換' })).not.toBeInTheDocument()
  const body = { meter_id: 3, old_end_value: 9876.5, new_start_value: 0, note: '', is_time_chosen: true }
  expect(asked).toEqual([
    ['refuse', body],
    ['refuse', body],
    [null, body],
  ])
  expect(await listRows(anAccount().id)).toEqual([])
})

test('the time proposed is right where the computer’s clock is wrong, and is kept as one that a person chose', async () => {
  const ahead = 86_400_000
  localStorage.setItem('clockOffset', String(ahead))
  const screen = await shown(role.general)
  const before = Date.now() - ahead
  await screen.getByRole('button', { name: 'メーター交換' }).click()
  await expect.element(screen.getByRole('textbox', { name: '旧メーターの最終値' })).toHaveFocus()
  await userEvent.keyboard('9876.5{Enter}')
  await expect.element(screen.getByText('未送信')).toBeVisible()
  const [row] = await listRows(anAccount().id)
  expect(row).toMatchObject({ timeChosen: true, clockOffset: ahead })
  const { replacedAt } = row as SavedReplacement
  expect(replacedAt).toBeGreaterThan(before - 60_000)
  expect(replacedAt).toBeLessThanOrEqual(Date.now() - ahead)
})

test('the calendar of a replacement offers no future day, by the corrected clock', async () => {
  // Already the 21st in Tokyo.
  localStorage.setItem('clockOffset', String(Date.now() - Date.parse('2026-11-20T16:00:00Z')))
  const screen = await shown(role.general)
  await screen.getByRole('button', { name: 'メーター交換' }).click()
  await screen.getByRole('button', { name: /^交換日時/ }).click()
  await expect.element(screen.getByRole('button', { name: '2026年11月21日' })).toBeEnabled()
  await expect.element(screen.getByRole('button', { name: '2026年11月22日' })).toBeDisabled()
})

test('a replacement that was recorded twice is told, at the one that is not counted', async () => {
  const screen = await shown(role.admin, [aReplacement({ id: 12, is_duplicate: true }), aReplacement()])
  const [later, first] = [screen.getByRole('listitem').first(), screen.getByRole('listitem').nth(1)]
  await expect.element(later).toMatchTextContent(/使用量には1回分だけ数えています/)
  await expect.element(first).not.toMatchTextContent(/使用量/)
})

test('an administrator deletes one that was recorded by mistake, after a question', async () => {
  const screen = await shown(role.admin)
  await screen.getByRole('button', { name: 'この交換を削除' }).click()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: '削除', exact: true }).click()
  await expect.poll(() => sent).toMatchObject([{ method: 'DELETE', path: '/api/v1/meter-replacements/11' }])
})
