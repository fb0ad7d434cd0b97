// Covers docs/requirements.md: 776, 779, 792, 931

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCycle } from '../../../tests/support/responses/closings.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { ClosingsScreen } from './ClosingsScreen.tsx'

const counter = { is_cumulative: true } as const
const meters = [
  aMeter({ ...counter, id: 1, name: '受電', code: 'E-1' }),
  aMeter({ ...counter, id: 2, name: '動力盤', code: 'E-2' }),
  aMeter({ ...counter, id: 3, name: '給水', code: 'W-1' }),
  aMeter({ ...counter, id: 5, name: '中水', code: 'W-2' }),
  aMeter({ id: 4, name: '圧力計' }),
]
let cycles: Cycle[] = []
/** Method, path and body of each change. */
let sent: unknown[] = []
let refusal: { path: string; message: string } | null = null

beforeEach(() => {
  cycles = [
    aCycle({ meter_ids: [1] }),
    aCycle({ id: 2, name: '水道', closing_day: 20, closing_hour: 9, meter_ids: [3] }),
  ]
  sent = []
  refusal = null
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'GET') return Response.json({ success: true, data: cycles })
    const text = await request.text()
    sent.push([request.method, pathname.replace('/api/v1', ''), text === '' ? null : JSON.parse(text)])
    if (request.method === 'DELETE' && refusal === null)
      cycles = cycles.filter(({ id }) => !pathname.endsWith(`/${id}`))
    if (refusal === null) return Response.json({ success: true, data: aCycle() })
    const failure = { success: false, code: 'validation_failed', messages: [], request_id: 'r1' }
    return Response.json({ ...failure, issues: [refusal] }, { status: 400 })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function open(role: 0 | 1 = 1) {
  await page.viewport(1440, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(groupsQuery.queryKey, [])
  const dialogs = { reading: () => null, entry: () => null }
  return showRouted(
    client,
    <ClosingsScreen search={{ tab: 'cycles' }} onSearch={() => {}} dialogs={dialogs} />,
  )
}

test('cycles are listed with closing day and hour, meters and tolerances', async () => {
  const screen = await open(0)
  await expect
    .element(screen.getByRole('row').nth(1))
    .toMatchTextContent(/^水道20日 9時1件端末 前後24時間、人 前後3日$/)
  await expect.element(screen.getByRole('row').nth(2)).toMatchTextContent(/^電気月末 24時1件/)
  await expect.element(screen.getByRole('button', { name: '検針サイクルを追加' })).not.toBeInTheDocument()
})

test('one is added with all meters that are found and free', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: '検針サイクルを追加' }).click()
  const list = screen.getByRole('list', { name: '積算するメーター' })
  await expect.element(list).toMatchTextContent(/^E-2 動力盤W-2 中水$/)
  await expect.element(screen.getByText('ほかの検針サイクルのメーター 2件は選べません。')).toBeVisible()
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('検針サイクル名を入力してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: /^検針サイクル名/ }), '中水')
  await type(screen.getByRole('textbox', { name: 'メーターを絞り込む' }), 'w')
  await screen.getByRole('button', { name: '1件をすべて選ぶ' }).click()
  await screen.getByRole('combobox', { name: '締め日' }).selectOptions('25日')
  await screen.getByRole('combobox', { name: '締め時刻' }).selectOptions('9時')
  await type(screen.getByRole('textbox', { name: '人の測定値の許容日数' }), '11')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('1から10までの整数を入力してください')).toBeVisible()
  await type(screen.getByRole('textbox', { name: '人の測定値の許容日数' }), '５')
  await screen.getByRole('button', { name: '登録' }).click()
  const body = {
    name: '中水',
    closing_day: 25,
    closing_hour: 9,
    device_tolerance_hours: 24,
    round_tolerance_days: 5,
    checks: ['previous', 'last_year', 'zero', 'parent'],
    meter_ids: [5],
    organization_id: 1,
  }
  await expect.poll(() => sent).toEqual([['POST', '/closing-cycles', body]])
})

test('one is changed; a meter that is refused is named at the meters', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: '電気を編集' }).click()
  await screen.getByRole('checkbox', { name: 'E-2 動力盤' }).click()
  await expect.element(screen.getByText(/^締めた月は変わりません。/)).toBeVisible()
  refusal = { path: 'meter_ids.1', message: '検針サイクル「夜間」のメーターです' }
  await screen.getByRole('button', { name: '更新' }).click()
  await expect
    .element(screen.getByRole('dialog').getByText('検針サイクル「夜間」のメーターです'))
    .toBeVisible()
  expect(sent).toMatchObject([['PUT', '/closing-cycles/1', { closing_day: 31, meter_ids: [1, 2] }]])
})

test('what is checked before closing is switched on and off', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: '電気を編集' }).click()
  await expect.element(screen.getByRole('checkbox', { name: '前月比' })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: '逆回り' })).not.toBeChecked()
  await screen.getByRole('checkbox', { name: '検定有効期限切れ' }).click()
  await screen.getByRole('checkbox', { name: '逆回り' }).click()
  await screen.getByRole('checkbox', { name: '前年同月比' }).click()
  await screen.getByRole('button', { name: '更新' }).click()
  const checks = ['previous', 'zero', 'parent', 'backwards', 'verification_expired']
  await expect.poll(() => sent).toMatchObject([['PUT', '/closing-cycles/1', { checks }]])
})

test('one is deleted after a question, and says why where it is not', async () => {
  const screen = await open()
  refusal = { path: 'id', message: '締めた月があるため削除できません' }
  await screen.getByRole('button', { name: '電気を削除' }).click()
  await screen.getByRole('button', { name: '削除', exact: true }).click()
  await expect
    .element(screen.getByText('「電気」を削除できませんでした。締めた月があるため削除できません。'))
    .toBeVisible()
  expect(sent).toEqual([['DELETE', '/closing-cycles/1', null]])
})

test('after a deletion the keys go on at the next cycle, and at last at the button that adds one', async () => {
  const screen = await open()
  const removal = (name: string) => screen.getByRole('button', { name: `${name}を削除` })
  const remove = async (name: string) => {
    removal(name).element().focus()
    await userEvent.keyboard('{Enter}')
    await dialogHasFocus(/検針サイクルの削除/)
    await screen.getByRole('button', { name: '削除', exact: true }).click()
  }
  await expect.element(removal('水道')).toBeVisible()
  await remove('水道')
  await expect.element(removal('電気')).toHaveFocus()
  await remove('電気')
  await expect.element(screen.getByRole('button', { name: '検針サイクルを追加' })).toHaveFocus()
})
