// Covers docs/requirements.md: 1045, 1046, 1047, 1049, 1051, 1070

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Alert } from '../../../contract/alerts.ts'
import type { Account } from '../../../contract/users.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { anAlert } from '../../../tests/support/responses/alert.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { AlertList } from './AlertList.tsx'
import type { AlertSearch } from './search.ts'

afterEach(() => vi.restoreAllMocks())

const me = anAccount()
const sato = { id: 2, username: '佐藤 健一' }
const people = [{ id: me.id, username: me.username }, sato]
const taken_at = '2026-11-18T14:20:00+09:00'

/** The list on a server that knows who has which alert. Somebody else may change `alerts`. */
async function open(
  alerts: Alert[],
  { search = {}, account = me }: { search?: AlertSearch; account?: Account } = {},
) {
  const sent: unknown[] = []
  const answerOf = async (request: Request): Promise<object> => {
    const { pathname } = new URL(request.url)
    const changed = /meter-alert\/(\d+)(\/assignee)?$/.exec(pathname)
    if (changed === null) {
      const rows =
        pathname === '/api/v1/meter-alerts' ? alerts : pathname.endsWith('/round-assignees') ? people : []
      return { success: true, data: rows, count: rows.length }
    }
    const at = alerts.findIndex(({ id }) => id === Number(changed[1]))
    const { assignee, ...alert } = alerts[at] ?? anAlert()
    if (request.method === 'GET') return { success: true, data: alerts[at] }
    const body = await request.json()
    sent.push(body)
    if (body.previous_user_id !== (assignee?.id ?? null)) {
      const message = `${assignee?.username}さんが2026年11月18日 14:20から担当しています`
      const issues = [{ path: 'previous_user_id', message }]
      return {
        success: false,
        code: 'assignee_changed',
        messages: ['変更していません。'],
        request_id: 'r',
        issues,
      }
    }
    const next = people.find(({ id }) => id === body.user_id)
    const data = { ...alert, ...(next && { assignee: { ...next, taken_at } }) }
    alerts[at] = data
    return { success: true, data }
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await answerOf(new Request(input, init))
    return Response.json(answer, { status: 'code' in answer ? 409 : 200 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, account)
  const onSearch = vi.fn()
  const screen = await showRouted(
    client,
    <AlertList
      search={search}
      onSearch={onSearch}
      onOpen={() => undefined}
      onConfirm={() => undefined}
      detail={() => null}
    />,
    ['/meters/$id'],
  )
  return { screen, sent, onSearch }
}

const ofSato = { assignee: { ...sato, taken_at } }

test.each([390, 1440])('an alert is taken over by one press, and taken back: %i px', async (width) => {
  await page.viewport(width, 900)
  const { screen, sent } = await open([anAlert()])
  await screen.getByRole('button', { name: /のアラートの 担当する$/ }).click()
  await expect.element(screen.getByText('アラートを担当しました')).toBeVisible()
  const list = screen.getByRole('region', { name: 'アラート一覧' })
  await expect.element(list).toMatchTextContent(/点検 太郎（.* から）対応中/)
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await expect.element(screen.getByText('「No.3 冷却水圧力」の担当を元に戻しました')).toBeVisible()
  await expect.element(list).toMatchTextContent(/未割当/)
  await expect.element(list).not.toMatchTextContent(/対応中/)
  expect(sent).toEqual([
    { user_id: 1, previous_user_id: null },
    { user_id: null, previous_user_id: 1 },
  ])
})

test('who presses second is told who has the alert, and sees it', async () => {
  await page.viewport(820, 900)
  const alerts = [anAlert()]
  const { screen } = await open(alerts)
  const take = screen.getByRole('button', { name: /担当する$/ })
  await expect.element(take).toBeVisible()
  alerts[0] = anAlert(ofSato)
  await take.click()
  await expect
    .element(screen.getByText('「No.3 冷却水圧力」: 佐藤 健一さんが2026年11月18日 14:20から担当しています。'))
    .toBeVisible()
  await expect.element(screen.getByRole('article')).toMatchTextContent(/担当：佐藤 健一（/)
  await expect.element(take).not.toBeInTheDocument()
})

test('without a connection an alert is not taken over, and the press says so', async () => {
  await page.viewport(390, 844)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { screen, sent } = await open([anAlert()])
  await screen.getByRole('button', { name: /担当する$/ }).click()
  await expect
    .element(screen.getByText('オフラインです。電波の届く所で担当を変更してください。'))
    .toBeVisible()
  expect(sent).toEqual([])
})

test('an alert is handed over by keys; who was first meanwhile is named at the field', async () => {
  await page.viewport(1440, 900)
  const alerts = [anAlert()]
  const { screen, sent } = await open(alerts)
  await screen.getByRole('button', { name: /の担当を変える$/ }).click()
  const dialog = screen.getByRole('dialog', { name: '担当の変更' })
  await expect.element(dialog).toMatchTextContent(/のアラートの担当: 未割当/)
  await dialogHasFocus(/担当の変更/)
  const field = dialog.getByRole('combobox', { name: '担当者' })
  await expect.element(field).toHaveValue('点検 太郎')
  alerts[0] = anAlert(ofSato)
  await dialog.getByRole('button', { name: '変更', exact: true }).click()
  await expect
    .element(dialog.getByText('佐藤 健一さんが2026年11月18日 14:20から担当しています'))
    .toBeVisible()
  await expect.element(dialog).toMatchTextContent(/のアラートの担当: 佐藤 健一（/)
  await dialog.getByRole('button', { name: '変更', exact: true }).click()
  await expect
    .element(screen.getByText('「No.3 冷却水圧力」のアラートを点検 太郎さんの担当にしました'))
    .toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([
    { user_id: 1, previous_user_id: null },
    { user_id: 1, previous_user_id: 2 },
  ])
})

test.each([
  ['a general user cannot release what another has', 0],
  ['an administrator releases what another has', 1],
] as const)('%s', async (_, role) => {
  await page.viewport(1440, 900)
  const { screen, sent } = await open([anAlert(ofSato)], { account: anAccount({ role }) })
  await screen.getByRole('button', { name: /の担当を変える$/ }).click()
  const dialog = screen.getByRole('dialog', { name: '担当の変更' })
  await dialogHasFocus(/担当の変更/)
  const field = dialog.getByRole('combobox', { name: '担当者' })
  await field.click()
  // The members are there, so that the dialog is complete.
  await expect.element(screen.getByRole('option', { name: sato.username })).toBeVisible()
  const clear = dialog.getByRole('button', { name: '担当者をクリア' })
  if (role === 0) await expect.element(clear).not.toBeInTheDocument()
  else await expect.element(clear).toBeVisible()
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}{Delete}{Escape}')
  await dialog.getByRole('button', { name: '変更', exact: true }).click()
  const done = role === 0 ? 'を点検 太郎さんの担当にしました' : 'の担当を外しました'
  await expect.element(screen.getByText(`「No.3 冷却水圧力」のアラート${done}`)).toBeVisible()
  expect(sent).toEqual([{ user_id: role === 0 ? me.id : null, previous_user_id: 2 }])
})

test.each([820, 1440])('the views are one press each, and show which is chosen: %i px', async (width) => {
  await page.viewport(width, 900)
  const { screen, onSearch } = await open([anAlert()], { search: { tab: 'past', assignee: 'none', page: 2 } })
  const view = (name: string) => screen.getByRole('button', { name, exact: true })
  await expect.element(view('未割当')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(view('今週')).toHaveAttribute('aria-pressed', 'false')
  await view('自分の担当').click()
  await view('今週').click()
  await view('未割当').click()
  expect(onSearch.mock.calls).toEqual([
    [{ tab: 'past', assignee: 'me', page: undefined }],
    [
      {
        tab: 'past',
        assignee: 'none',
        from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        to: undefined,
        page: undefined,
      },
    ],
    [{ tab: 'past', assignee: undefined, page: undefined }],
  ])
})

test('on a phone the views are in the sheet of the filters', async () => {
  await page.viewport(390, 844)
  const { screen, onSearch } = await open([anAlert()], { search: { assignee: 'me' } })
  await expect.element(screen.getByRole('button', { name: '自分の担当を外す' })).toBeVisible()
  await expect.element(screen.getByRole('group', { name: 'よく使う絞り込み' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /^絞り込み/ }).click()
  const sheet = screen.getByRole('dialog', { name: '絞り込み' })
  const view = (name: string) => sheet.getByRole('button', { name, exact: true })
  await expect.element(view('自分の担当')).toHaveAttribute('aria-pressed', 'true')
  await view('未割当').click()
  await expect.element(view('未割当')).toHaveAttribute('aria-pressed', 'true')
  await sheet.getByRole('button', { name: '適用' }).click()
  expect(onSearch.mock.calls).toEqual([[{ assignee: 'none', page: undefined }]])
})

test('the filters select the alerts of a person, whose name is on the chip', async () => {
  await page.viewport(390, 844)
  const { screen, onSearch } = await open([anAlert()], { search: { assignee: sato.id } })
  await expect.element(screen.getByRole('button', { name: '担当 佐藤 健一を外す' })).toBeVisible()
  await screen.getByRole('button', { name: /^絞り込み/ }).click()
  const sheet = screen.getByRole('dialog', { name: '絞り込み' })
  const field = sheet.getByRole('combobox', { name: '担当', exact: true })
  await expect.element(field).toHaveValue('佐藤 健一')
  await type(field, '太郎')
  await screen.getByRole('option', { name: '点検 太郎' }).click()
  await sheet.getByRole('button', { name: '適用' }).click()
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ assignee: me.id })
})
