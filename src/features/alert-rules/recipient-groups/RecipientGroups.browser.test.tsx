// Covers docs/requirements.md: 1052, 1056, 1058, 1060, 1061

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecipientGroup, TestDelivery } from '../../../../contract/alert-rules/recipientGroups.ts'
import { dialogHasFocus } from '../../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aRecipientGroup } from '../../../../tests/support/responses/alertRules.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { AlertRulesScreen } from '../AlertRulesScreen.tsx'
import type { AlertRuleSearch } from '../search.ts'

const sato = { id: 2, username: '佐藤' }
const tanaka = { id: 3, username: '田中' }

let groups: RecipientGroup[] = []
let deliveries: TestDelivery[] = []
/** Method, path and body of each change. */
let sent: [method: string, path: string, body: unknown][] = []

beforeEach(() => {
  groups = [aRecipientGroup()]
  deliveries = []
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.replace('/api/v1', '')
    const answer = (data: unknown) => Response.json({ success: true, data })
    if (path === '/round-assignees') return answer([sato, tanaka])
    if (path === '/alert-rules') return answer([])
    if (request.method === 'GET') return answer(groups)
    const text = await request.text()
    sent.push([request.method, path, text === '' ? {} : JSON.parse(text)])
    if (path.endsWith('/test')) return answer(deliveries)
    const id = Number(path.split('/').at(-1))
    groups = groups.filter((group) => group.id !== id)
    if (request.method === 'DELETE') return answer({ id })
    const { name, member_ids: ids } = JSON.parse(text)
    const members = [sato, tanaka].filter((person) => ids.includes(person.id))
    groups = [...groups, aRecipientGroup({ id: id || 9, name, members, reached_count: members.length })]
    return answer(groups.at(-1))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

function Shown() {
  const [search, setSearch] = useState<AlertRuleSearch>({ tab: 'recipients' })
  return <AlertRulesScreen search={search} onSearch={setSearch} readingDialog={() => null} />
}

async function open(role: 0 | 1 = 1) {
  await page.viewport(1440, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  return showRouted(client, <Shown />)
}
type Screen = Awaited<ReturnType<typeof open>>

const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })
const rowOf = (screen: Screen, name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })

test('everybody reads the groups with their members, their rules and whom they do not reach', async () => {
  groups = [
    aRecipientGroup({ members: [sato, tanaka], rules: [{ id: 1, name: '高圧' }] }),
    aRecipientGroup({ id: 9, name: '空き', members: [], reached_count: 0, rules: [{ id: 2, name: '低圧' }] }),
  ]
  const screen = await open(0)
  await expect
    .element(rowOf(screen, '設備班'))
    .toMatchTextContent(
      /2人（佐藤、田中）.*メンバーのうち1人は、アラートのメールも通知も受け取らない設定です。.*高圧/,
    )
  await expect
    .element(rowOf(screen, '空き'))
    .toMatchTextContent(
      /メンバーがいないため、通知先にしているルールのアラートは全員に知らせています。.*低圧/,
    )
  expect(screen.getByRole('button', { name: /試し送信|を編集$|を削除$|を追加$/ }).elements()).toEqual([])
})

test('a group is added with its members, changed, and deleted after a question', async () => {
  groups = []
  const screen = await open()
  await expect.element(screen.getByText(/^通知先グループはまだありません。/)).toBeVisible()
  await button(screen, '通知先グループを追加').click()
  await dialogHasFocus(/通知先グループの追加/)
  await button(screen, '登録').click()
  await expect.element(screen.getByText('通知先グループ名を入力してください')).toBeVisible()
  await expect.element(screen.getByText('メンバーを選択してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: '通知先グループ名' }), '夜間当番')
  await type(screen.getByRole('combobox', { name: 'メンバー' }), '佐藤')
  await expect.element(screen.getByRole('option', { name: '佐藤' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await button(screen, '登録').click()
  await expect.element(screen.getByText('通知先グループ「夜間当番」を登録しました')).toBeVisible()
  await expect.element(rowOf(screen, '夜間当番')).toMatchTextContent(/1人（佐藤）/)

  await button(screen, '夜間当番を編集').click()
  await dialogHasFocus(/通知先グループの編集/)
  await type(screen.getByRole('combobox', { name: 'メンバー' }), '田中')
  await expect.element(screen.getByRole('option', { name: '田中' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await button(screen, '更新').click()
  await expect.element(screen.getByText('通知先グループ「夜間当番」を更新しました')).toBeVisible()
  await expect.element(rowOf(screen, '夜間当番')).toMatchTextContent(/2人（佐藤、田中）/)

  await button(screen, '夜間当番を削除').click()
  await dialogHasFocus(/通知先グループ「夜間当番」を削除します。/)
  await button(screen, '削除').click()
  await expect.element(screen.getByText('通知先グループ「夜間当番」を削除しました')).toBeVisible()
  await expect.element(screen.getByText(/^通知先グループはまだありません。/)).toBeVisible()
  expect(sent).toEqual([
    ['POST', '/recipient-groups', { name: '夜間当番', member_ids: [2] }],
    ['PUT', '/recipient-groups/9', { name: '夜間当番', member_ids: [2, 3] }],
    ['DELETE', '/recipient-groups/9', {}],
  ])
})

test('a group that rules notify is not deleted, which names the rules', async () => {
  groups = [aRecipientGroup({ rules: [{ id: 1, name: '高圧' }] })]
  const screen = await open()
  await button(screen, '設備班を削除').click()
  await expect
    .element(
      screen.getByText(/^「設備班」は、アラートルール「高圧」の通知先になっているため削除できません。/),
    )
    .toBeVisible()
  expect(sent).toEqual([])
})

test('試し送信 says for each member what was sent or why not', async () => {
  groups = [aRecipientGroup({ members: [sato, tanaka] })]
  deliveries = [
    { user_id: 2, username: '佐藤', mail: 'sent', notification: 'none' },
    { user_id: 3, username: '田中', mail: 'unwanted', notification: 'none' },
  ]
  const screen = await open()
  await button(screen, '設備班へ試し送信').click()
  await dialogHasFocus(/メンバー2人（佐藤、田中）に、「試し送信」と書いたメールと通知を/)
  await button(screen, '試し送信').click()
  const results = screen.getByRole('list', { name: '試し送信の結果' }).getByRole('listitem')
  await expect
    .element(results.nth(0))
    .toMatchTextContent(/^佐藤 送信しました ?メールを送信しました。通知を受け取る端末はありません。$/)
  await expect
    .element(results.nth(1))
    .toMatchTextContent(
      /^田中 届きません ?アラートメールを受け取らない設定で、通知を受け取る端末もありません。$/,
    )
  expect(sent).toEqual([['POST', '/recipient-groups/8/test', {}]])
})

test('the tabs lead to the rules and back', async () => {
  const screen = await open()
  await screen.getByRole('tab', { name: 'ルール', exact: true }).click()
  await expect.element(button(screen, 'アラートルールを追加')).toBeVisible()
  await expect.element(screen.getByText(/^アラートルールはまだありません。/)).toBeVisible()
  await screen.getByRole('tab', { name: '通知先グループ' }).click()
  await expect.element(button(screen, '通知先グループを追加')).toBeVisible()
  await expect.element(rowOf(screen, '設備班')).toBeVisible()
})
