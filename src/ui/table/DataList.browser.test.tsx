// Covers docs/requirements.md: 95, 305, 308, 406, 580, 695, 717, 718

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import type { Column } from './column.ts'
import { DataList } from './DataList.tsx'
import type { ListSearch } from './listSearch.ts'
import { localList } from './localList.ts'
import { maxPrintedRows } from './usePrintAll.tsx'

interface Row {
  id: number
  name: string
  unit: number
  at: string
}

const units = [
  { id: 1, name: 'MPa' },
  { id: 2, name: 'm' },
]

const few: Row[] = [
  { id: 1, name: 'No.1 蒸気圧力', unit: 1, at: '2026-11-02T00:00:00Z' },
  { id: 2, name: '受水槽水位', unit: 2, at: '2026-11-03T00:00:00Z' },
]

const columns: Column<Row>[] = [
  { key: 'name', title: 'メーター名', fixed: true, sort: 'text', filter: 'text', text: ({ name }) => name },
  {
    key: 'unit',
    title: '単位',
    broad: true,
    text: ({ unit }) => units.find(({ id }) => id === unit)?.name,
    filter: { key: 'units', options: units, idOf: ({ unit }) => unit },
  },
  {
    key: 'changed',
    title: '更新日時',
    sort: 'time',
    sortBy: ({ at }) => Date.parse(at),
    text: ({ at }) => at,
  },
]

interface Search extends ListSearch {
  text?: string
  name?: string
  units?: number[]
}

interface Given {
  rows?: Row[] | undefined
  /** Columns that have no room on a tablet. */
  more?: Column<Row>[]
  search?: Search
  error?: Error
  tools?: ReactNode
}

function Screen({ rows, more = [], search: given = {}, error, tools }: Given) {
  const [search, setSearch] = useState<Search>(given)
  const all = [...columns, ...more]
  const [dataUpdatedAt] = useState(Date.now)
  const query = { dataUpdatedAt, error: error ?? null, refetch: async () => null }
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <DataList
        label="メーター一覧"
        storeKey="test"
        columns={all}
        card={({ name }) => <article aria-label={name}>{name}</article>}
        listed={localList(rows, query, all, search)}
        search={search}
        onSearch={setSearch}
        searchBox={{ key: 'text', label: '検索' }}
        tools={tools}
        empty={{ nothing: 'まだありません。', narrowed: '条件に合うものがありません。' }}
      />
    </>
  )
}

const open = (given: Given = {}) => show(<Screen rows={few} {...given} />)

const address = () => document.querySelector('output')?.textContent
/** Presses what is outside the test window. */
const press = (button: Locator) => button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1280, 800)
})

test('a hidden column is gone, and stays gone on the next visit', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: '単位を絞り込み' })).toBeVisible()
  await screen.getByRole('button', { name: '表示列' }).click()
  await screen.getByRole('checkbox', { name: '単位' }).click()
  await expect.element(screen.getByRole('button', { name: '単位を絞り込み' })).not.toBeInTheDocument()
  await screen.unmount()
  const again = await open()
  await expect.element(again.getByRole('button', { name: 'メーター名 昇順' })).toBeVisible()
  await expect.element(again.getByRole('button', { name: '単位を絞り込み' })).not.toBeInTheDocument()
})

test('a table that is wider than the screen says that there is more', async () => {
  const wide = { key: 'wide', title: '広い列', width: '2000px', text: () => '端' }
  const screen = await open({ more: [wide] })
  await expect.element(screen.getByText('横にスクロールすると、ほかの列を表示できます。')).toBeVisible()
  await screen.unmount()
  const narrow = await open()
  await expect.element(narrow.getByRole('row').nth(1)).toBeVisible()
  expect(narrow.getByText(/横にスクロール/).elements()).toEqual([])
})

test('the head of a column sorts, and turns the order when pressed again', async () => {
  const screen = await open()
  const first = () => screen.getByRole('row').nth(1)
  await expect.element(first()).toMatchTextContent('No.1 蒸気圧力')
  await screen.getByRole('button', { name: '更新日時 並べ替え' }).click()
  await expect.poll(address).toBe('{"sort":"changed","order":"asc"}')
  await screen.getByRole('button', { name: '更新日時 昇順' }).click()
  await expect.element(first()).toMatchTextContent('受水槽水位')
})

test('heads filter by text and by choice, and what is chosen can be cleared', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'メーター名を絞り込み' }).click()
  await type(screen.getByRole('textbox', { name: 'メーター名を検索' }), '水位')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await screen.getByRole('button', { name: '条件をクリア' }).click()
  await expect.element(screen.getByText('ALL 2 ITEMS')).toBeVisible()
  await screen.getByRole('button', { name: '単位を絞り込み' }).click()
  await expect.element(screen.getByPlaceholder('単位')).toBeInTheDocument()
  press(screen.getByPlaceholder('単位'))
  await expect.element(screen.getByRole('option', { name: 'MPa' })).toBeInTheDocument()
  press(screen.getByRole('option', { name: 'MPa' }))
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await expect.poll(address).toBe('{"units":[1]}')
})

test('filters of columns that have no room stand above the table', async () => {
  await page.viewport(820, 1180)
  const screen = await open()
  await expect.element(screen.getByRole('table')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '単位を絞り込み' })).not.toBeInTheDocument()
  await screen.getByPlaceholder('単位').click()
  await screen.getByRole('option', { name: 'MPa' }).click()
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
})

test('many of them are behind one button, which says how many are active', async () => {
  await page.viewport(820, 1180)
  const titles = ['設置場所', '備考', '担当者']
  const more = titles.map(
    (title): Column<Row> => ({ key: title, title, broad: true, filter: 'text', text: ({ name }) => name }),
  )
  const screen = await open({ more })
  await expect.element(screen.getByRole('table')).toBeVisible()
  await expect.element(screen.getByPlaceholder('単位')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '絞り込み', exact: true }).click()
  await type(screen.getByRole('textbox', { name: '備考を検索' }), '水位')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^絞り込み.*1/ })).toBeVisible()
  await screen.getByRole('button', { name: '備考 水位を外す' }).click()
  await expect.element(screen.getByText('ALL 2 ITEMS')).toBeVisible()
})

test('on a phone the rows are cards that are searched, filtered and sorted as the table is', async () => {
  await page.viewport(390, 844)
  const screen = await open()
  const list = screen.getByRole('list', { name: 'メーター一覧' })
  await expect.element(list).toBeVisible()
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
  await screen.getByRole('combobox', { name: '並べ替え' }).selectOptions('更新日時 新しい順')
  await expect.element(list.getByRole('article').first()).toMatchTextContent('受水槽水位')
  await screen.getByRole('button', { name: '絞り込み' }).click()
  await type(screen.getByRole('textbox', { name: 'メーター名を検索' }), '蒸気')
  await screen.getByRole('button', { name: '適用' }).click()
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await screen.getByRole('button', { name: 'メーター名 蒸気を外す' }).click()
  await expect.element(screen.getByText('ALL 2 ITEMS')).toBeVisible()
  await type(screen.getByRole('searchbox'), 'すい')
  await expect.element(screen.getByText('条件に合うものがありません。')).toBeVisible()
})

test('クリア in the sheet of a phone leaves what is searched for', async () => {
  await page.viewport(390, 844)
  const screen = await open({ search: { text: '水位', units: [1] } })
  await expect.element(screen.getByText('条件に合うものがありません。')).toBeVisible()
  await screen.getByRole('button', { name: /^絞り込み/ }).click()
  await expect.element(screen.getByRole('button', { name: 'クリア', exact: true })).toBeInTheDocument()
  await screen.getByRole('button', { name: 'クリア', exact: true }).click()
  await expect.poll(address).toBe('{"text":"水位"}')
  await expect.element(screen.getByRole('article', { name: '受水槽水位' })).toBeVisible()
})

test('before anything is known it has the shape of rows; then it says that there are none, or what went wrong', async () => {
  const loading = await show(<Screen />)
  await expect.element(loading.getByText('読み込み中')).toBeInTheDocument()
  await loading.unmount()
  const failed = await show(<Screen error={new Error('no')} />)
  await expect.element(failed.getByRole('button', { name: '再試行' })).toBeVisible()
  await failed.unmount()
  const empty = await open({ rows: [] })
  await expect.element(empty.getByText('まだありません。')).toBeVisible()
  await empty.unmount()
  const old = await open({ error: new Error('no') })
  await expect.element(old.getByText('受水槽水位')).toBeVisible()
  const reason = /問題が発生しました。画面で予期しないエラーが起きました（Error: no）。.*の内容です。/
  await expect.element(old.getByRole('status').filter({ hasText: reason })).toBeVisible()
})

const building = (_: unknown, index: number): Row => ({
  id: index + 1,
  name: `${index + 1}号棟`,
  unit: 1,
  at: '2026-11-02T00:00:00Z',
})

test('three thousand rows on one page are drawn only where they are seen, and say how many they are', async () => {
  const screen = await open({ rows: Array.from({ length: 3000 }, building) })
  await expect.element(screen.getByText('50号棟', { exact: true })).toBeInTheDocument()
  await screen.getByRole('combobox', { name: '1ページの件数' }).selectOptions('全て')
  await expect.poll(address).toBe('{"limit":"all"}')
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBeLessThan(80)
  await expect.element(screen.getByText('ALL 3,000 ITEMS')).toBeVisible()
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '3001')
  const viewport = document.querySelector('table')?.closest('.mantine-ScrollArea-viewport')
  viewport?.scrollTo(0, viewport.scrollHeight)
  await expect.element(screen.getByText('3000号棟', { exact: true })).toBeVisible()
})

/** Stands in for the browser's print dialog. Returns what is on the page each time it is opened. */
function watchPrinting() {
  const sheets: object[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'))
    sheets.push({
      rows: document.querySelectorAll('tbody tr, li article').length,
      dialogs: document.querySelectorAll('[role=dialog]').length,
      missingPictures: [...document.images].filter(({ complete }) => !complete).length,
    })
    window.dispatchEvent(new Event('afterprint'))
  })
  return sheets
}

const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
const pictured: Column<Row> = {
  key: 'picture',
  title: '画像',
  cell: ({ id }) => <img src={`${picture}#${id}`} alt="" loading="lazy" width={8} height={8} />,
}

test.each([
  ['table', 1280],
  ['cards', 390],
])(
  '「全件を印刷」 prints all rows of the filter as a %s with their pictures, and then shows the page again',
  async (_, width) => {
    await page.viewport(width, 800)
    const sheets = watchPrinting()
    const screen = await open({
      rows: Array.from({ length: 420 }, building),
      more: [pictured],
      search: { text: '号棟', page: 2 },
    })
    await screen.getByRole('button', { name: '全件を印刷' }).click()
    await expect.poll(() => sheets).toEqual([{ rows: 420, dialogs: 0, missingPictures: 0 }])
    await expect.poll(() => document.querySelectorAll('tbody tr, li article').length).toBe(50)
    await expect.element(screen.getByText('ALL 420 ITEMS')).toBeVisible()
  },
)

test('more rows than can be printed at once are refused with their limit', async () => {
  const sheets = watchPrinting()
  const screen = await open({ rows: Array.from({ length: maxPrintedRows + 1 }, building) })
  await screen.getByRole('button', { name: '全件を印刷' }).click()
  const limit = '一度に印刷できるのは1,000件までです。条件を絞り込んでください。'
  await expect.element(screen.getByText(limit)).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(sheets).toEqual([])
})

test('on a phone the button that prints follows the filters, and all tools are in one line', async () => {
  await page.viewport(390, 844)
  const screen = await open({
    tools: (
      <Button w={48} px={0}>
        CSV
      </Button>
    ),
  })
  const tools = [
    screen.getByRole('searchbox'),
    screen.getByRole('button', { name: '絞り込み' }),
    screen.getByRole('button', { name: '全件を印刷' }),
    screen.getByRole('combobox', { name: '並べ替え' }),
    screen.getByRole('button', { name: 'CSV' }),
  ]
  for (const tool of tools) await expect.element(tool).toBeVisible()
  const boxes = tools.map((tool) => tool.element().getBoundingClientRect())
  const lefts = boxes.map(({ left }) => left)
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
  expect(new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(1)
})

test('a narrow column of a table breaks no word of ours', async () => {
  document.documentElement.lang = 'ja'
  onTestFinished(() => document.documentElement.removeAttribute('lang'))
  const short = { key: 'short', title: '積', text: () => 'しない' }
  const wide = { key: 'wide', title: '広い列', width: '2000px', text: () => '端' }
  const screen = await open({ more: [short, wide] })
  const word = screen.getByRole('cell', { name: 'しない' }).first()
  await expect.element(word).toBeVisible()
  const words = document.createRange()
  words.selectNodeContents(word.element())
  expect(words.getClientRects()).toHaveLength(1)
})
