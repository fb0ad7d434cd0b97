// Covers docs/requirements.md: 894, 964, 965, 1021, 1022, 1023, 1025, 1027, 1028

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Import, ImportPreview } from '../../../contract/import/imports.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { ImportScreen } from './ImportScreen.tsx'
import type { ImportSearch } from './search.ts'

const draft: Import = {
  id: 7,
  noun: 'meters',
  bulk: null,
  file_name: '台帳.csv',
  user: { id: 1, username: 'yamada' },
  state: 'draft',
  progress: { done: 0, total: 0 },
  added: 0,
  changed: 0,
  unchanged: 0,
  left_out: 0,
  outcomes: null,
  failure: null,
  created_at: '2026-11-20T09:00:00.000+09:00',
  applied_at: null,
  undone_at: null,
}
const error = { message: null, rows: [], month: null }
const group: ImportPreview['groups'][number] = {
  column: 'multiplier',
  problem: 'ambiguous',
  message: null,
  count: 1,
  rows: [3],
  repairs: ['decimal_comma', 'without_commas'],
  text: '1,2',
  unknown: [],
}
const unknownGroup: typeof group = {
  ...group,
  column: 'group',
  problem: 'unknown_reference',
  repairs: [],
  text: '系統1',
  unknown: ['系統1', '系統2, "北"'],
}
const preview: ImportPreview = {
  plan: {
    sheet: null,
    header: [1],
    columns: ['code', 'name', 'multiplier', null],
    kept: [],
    repairs: {},
    edits: [],
  },
  sheets: [],
  encoding: 'shift_jis',
  is_known: false,
  head: [
    { row: 1, cells: ['管理番号', 'メーター名', '倍率', '備考'] },
    { row: 2, cells: ['W-1', '受水', '40', ''] },
    { row: 3, cells: ['W-2', '給水', '1,2', '機械室'] },
  ],
  skipped: [{ row: 1, reason: 'header' }],
  duplicates: [],
  blanks: [],
  counts: { new: 0, changed: 1, unchanged: 0, error: 1 },
  groups: [group],
  rows: [
    {
      row: 2,
      state: 'changed',
      cells: ['W-1', '受水', '40'],
      changes: [{ column: 'multiplier', before: '1', after: '40' }],
      errors: [],
    },
    {
      row: 3,
      state: 'error',
      cells: ['W-2', '給水', '1,2', '機械室'],
      changes: [],
      errors: [{ ...error, column: 'multiplier', problem: 'ambiguous' }],
    },
  ],
  row_count: 2,
}

let batch: Import
let shown: ImportPreview
/** Method, path and body of each change. */
let sent: [string, string, unknown][]

beforeEach(async () => {
  batch = draft
  shown = preview
  sent = []
  await page.viewport(1440, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (request.method !== 'GET') {
      const text = await request.text()
      sent.push([request.method, pathname + search, text.startsWith('{') ? JSON.parse(text) : text])
    }
    const data = pathname.endsWith('/preview') ? shown : pathname.endsWith('/imports') ? [batch] : batch
    return Response.json({ success: true, data: request.method === 'POST' ? batch : data })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

function open(search: ImportSearch, onSearch: (search: ImportSearch) => void = () => {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return showRouted(client, <ImportScreen search={search} onSearch={onSearch} />, ['/import', '/groups'])
}

test('a paste is uploaded as a whole and opens its draft', async () => {
  const table = `管理番号,測定値${',予備'.repeat(40)}`
  const onSearch = vi.fn()
  const screen = await open({ noun: 'readings' }, onSearch)
  await type(screen.getByRole('textbox', { name: 'Excelからの貼り付け' }), table)
  await screen.getByRole('button', { name: '貼り付けた表を読み取る' }).click()
  await expect.poll(() => sent).toEqual([['POST', '/api/v1/imports?noun=readings', table]])
  await expect.poll(() => onSearch.mock.calls).toEqual([[{ id: 7 }]])
})

test('a draft shows differences and errors, which are repaired for a column or in a cell', async () => {
  const screen = await open({ id: 7 })
  await expect.element(screen.getByRole('row', { name: /W-1/ }).last()).toMatchTextContent(/更新.*1 → 40/)
  await screen.getByRole('button', { name: 'カンマを小数点として読む' }).click()
  const cell = screen.getByRole('textbox', { name: '3行目の倍率' })
  await expect.element(cell).toHaveAccessibleDescription('何通りかに読めるため、選んでください')
  await cell.click()
  await userEvent.keyboard('{End}0{Enter}')
  await screen.getByRole('combobox', { name: 'D列の項目' }).selectOptions('設置場所のメモ')
  await expect
    .poll(() => sent.map(([, , body]) => body))
    .toEqual([
      { ...preview.plan, repairs: { multiplier: ['decimal_comma'] } },
      { ...preview.plan, edits: [{ row: 3, column: 2, text: '1,20' }] },
      { ...preview.plan, columns: ['code', 'name', 'multiplier', 'place_note'] },
    ])
})

test('names that are not registered lead to the import of what they name', async () => {
  shown = { ...preview, groups: [unknownGroup, group] }
  const screen = await open({ id: 7 })
  const problems = screen.getByRole('region', { name: '直すところ' })
  await expect.element(problems.getByRole('link')).toHaveAttribute('href', '/import?noun=groups')
})

test('names that are not registered become an import of their own by one press', async () => {
  shown = { ...preview, groups: [unknownGroup] }
  const onSearch = vi.fn()
  const screen = await open({ id: 7 }, onSearch)
  await screen.getByRole('button', { name: '2件の名前をメーターグループに登録する' }).click()
  const table = '"メーターグループ名"\r\n"系統1"\r\n"系統2, ""北"""'
  await expect.poll(() => sent).toEqual([['POST', '/api/v1/imports?noun=groups', table]])
  await expect.poll(() => onSearch.mock.calls).toEqual([[{ id: 7 }]])
})

test('blank cells of a column are read as the row above by one press, which can be taken back', async () => {
  shown = { ...preview, groups: [], blanks: [{ column: 'group', count: 1200 }] }
  const screen = await open({ id: 7 })
  const problems = screen.getByRole('region', { name: '直すところ' })
  await expect.element(problems).toMatchTextContent(/メーターグループ: 空欄が1,200行あります。/)
  const same = { group: ['same_as_above' as const] }
  shown = { ...preview, groups: [], plan: { ...preview.plan, repairs: same } }
  await problems.getByRole('button', { name: '空欄は上の行と同じにする', exact: true }).click()
  await problems.getByRole('button', { name: '「空欄は上の行と同じにする」をやめる' }).click()
  await expect
    .poll(() => sent.map(([, , body]) => body))
    .toEqual([
      { ...preview.plan, repairs: same },
      { ...preview.plan, repairs: { group: [] } },
    ])
})

test('a word that is none of a column’s choices is shown with all of them, each meaning once', async () => {
  batch = { ...draft, noun: 'users' }
  shown = {
    ...preview,
    groups: [{ ...group, column: 'role', problem: 'not_a_choice', repairs: [], text: '担当' }],
  }
  const screen = await open({ id: 7 })
  await expect
    .element(screen.getByText('選択肢: 一般ユーザー、管理者ユーザー、システム管理者ユーザー'))
    .toBeVisible()
})

test('devices are counted in 台 and users in 人 when they are imported', async () => {
  batch = { ...draft, noun: 'devices' }
  const devices = await open({ id: 7 })
  await expect.element(devices.getByRole('button', { name: 'エラーの1行を除き1台を取り込む' })).toBeVisible()
  await devices.unmount()
  batch = { ...draft, noun: 'users', state: 'applied', added: 13, applied_at: draft.created_at }
  const users = await open({ id: 7 })
  await expect.element(users.getByText('ユーザー: 新規13人、更新0人を取り込みました。')).toBeVisible()
})

test('the encoding of a file is named as spreadsheets name it', async () => {
  const screen = await open({ id: 7 })
  await expect.element(screen.getByText('メーター: 台帳.csv（文字コード: Shift_JIS）')).toBeVisible()
})

test.each([
  ['groups', '/groups?tab=groups'],
  ['inspections', '/groups?tab=inspections'],
] as const)('an import of %s leads to their list', async (noun, href) => {
  batch = { ...draft, noun, state: 'applied', added: 3, applied_at: draft.created_at }
  const screen = await open({ id: 7 })
  await expect.element(screen.getByRole('link', { name: 'グループを見る' })).toHaveAttribute('href', href)
})

test('what applies a draft comes before its rows', async () => {
  const screen = await open({ id: 7 })
  const apply = screen.getByRole('button', { name: /取り込む$/ })
  await expect.element(apply).toBeInViewport()
  const order = apply
    .element()
    .compareDocumentPosition(screen.getByRole('row', { name: /W-1/ }).last().element())
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a draft is applied without its wrong rows by a button that says so', async () => {
  const screen = await open({ id: 7 })
  batch = { ...draft, state: 'applying', progress: { done: 0, total: 1 } }
  await screen.getByRole('button', { name: 'エラーの1行を除き1件を取り込む' }).click()
  await expect.element(screen.getByText('取り込んでいます 0 / 1件')).toBeVisible()
  expect(sent).toEqual([['POST', '/api/v1/imports/7/apply', { leaves_out_errors: true }]])
  batch = { ...draft, state: 'applied', changed: 1, left_out: 1, applied_at: draft.created_at }
  await expect
    .element(
      screen.getByText('メーター: 新規0件、更新1件を取り込みました。エラーの1行は取り込んでいません。'),
    )
    .toBeVisible()
})

test('an import is undone after a question, and says what was kept', async () => {
  batch = { ...draft, state: 'applied', added: 3, applied_at: draft.created_at }
  const screen = await open({ id: 7 })
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await dialogHasFocus(/取り込みを元に戻す/)
  batch = { ...batch, state: 'undone', outcomes: { reversed: 1, changed: 1, impossible: 1 } }
  await screen.getByRole('dialog').getByRole('button', { name: '元に戻す' }).click()
  await expect
    .element(
      screen.getByText(/1件を元に戻しました。1件は、その後に変更されたため残しました。1件は、使用中か/),
    )
    .toBeVisible()
  expect(sent).toMatchObject([['POST', '/api/v1/imports/7/undo', '']])
})
