// Covers docs/requirements.md: 925, 926, 927, 928

import { Button } from '@mantine/core'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import type { Column } from './column.ts'
import { DataList } from './DataList.tsx'
import type { ListSearch } from './listSearch.ts'
import { localList } from './localList.ts'
import { useSelection } from './useSelection.ts'

interface Row {
  id: number
  name: string
}

const rows: Row[] = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `メーター${index + 1}`,
}))
const columns: Column<Row>[] = [{ key: 'name', title: 'メーター名', sort: 'text', text: ({ name }) => name }]

function Screen() {
  const [search, setSearch] = useState<ListSearch & { text?: string }>({})
  const selection = useSelection(search.text ?? '')
  const [opened, setOpened] = useState<string>()
  const [dataUpdatedAt] = useState(Date.now)
  const query = { dataUpdatedAt, error: null, refetch: async () => null }
  return (
    <>
      <output>{opened}</output>
      <DataList
        label="メーター一覧"
        storeKey="test"
        columns={columns}
        card={({ name }) => <Button onClick={() => setOpened(name)}>{name}を開く</Button>}
        listed={localList(rows, query, columns, search)}
        search={search}
        onSearch={setSearch}
        searchBox={{ key: 'text', label: '検索' }}
        onRowPress={({ name }) => setOpened(name)}
        selecting={{
          selection,
          nameOf: ({ name }) => name,
          actions: (
            <Button onClick={() => setOpened(selection.isAll ? 'すべて' : [...selection.chosen].join())}>
              変更
            </Button>
          ),
        }}
        empty={{ nothing: 'まだありません。', narrowed: '条件に合うものがありません。' }}
      />
    </>
  )
}

beforeEach(() => localStorage.clear())

async function open(width: number) {
  await page.viewport(width, 800)
  const screen = await show(<Screen />)
  await screen.getByRole('button', { name: '選択', exact: true }).click()
  const box = (name: string) => screen.getByRole('checkbox', { name, exact: true })
  return { screen, box, number: screen.getByText(/^\d+件を選択中$/) }
}
const opened = () => document.querySelector('output')?.textContent

test('rows of a table are chosen with Shift, by a press anywhere, over pages, and left with Esc', async () => {
  const { screen, box, number } = await open(1280)
  await box('メーター2を選択').click()
  await userEvent.keyboard('{Shift>}')
  await box('メーター5を選択').click()
  await userEvent.keyboard('{/Shift}')
  await expect.element(number).toMatchTextContent('4件')
  await screen.getByRole('cell', { name: 'メーター3', exact: true }).click()
  await expect.element(number).toMatchTextContent('3件')
  await expect.element(box('メーター3を選択')).not.toBeChecked()
  expect(opened()).toBe('')
  await screen.getByRole('button', { name: '2 ページ' }).click()
  await box('メーター60を選択').click()
  await screen.getByRole('button', { name: '変更', exact: true }).click()
  expect(opened()).toBe('2,4,5,60')
  await userEvent.keyboard('{Escape}')
  await expect.element(number).not.toBeInTheDocument()
  await screen.getByRole('cell', { name: 'メーター60', exact: true }).click()
  expect(opened()).toBe('メーター60')
})

test('all rows that match are chosen by a second press, and none with other filters', async () => {
  const { screen, box, number } = await open(1280)
  await box('このページのすべての行を選択').click()
  await expect.element(number).toMatchTextContent('50件')
  await screen.getByRole('button', { name: '条件に合う60件すべてを選択' }).click()
  await expect.element(number).toMatchTextContent('60件')
  await screen.getByRole('button', { name: '変更', exact: true }).click()
  expect(opened()).toBe('すべて')
  await userEvent.type(screen.getByRole('searchbox', { name: '検索' }), '60')
  await expect.element(number).toMatchTextContent('0件')
})

test('on a phone a card is chosen by a press, and what it leads to cannot be pressed', async () => {
  const { screen, box, number } = await open(390)
  await expect.element(box('メーター1を選択')).toBeVisible()
  const card = screen.getByText('メーター1を開く', { exact: true })
  await userEvent.click(card, { force: true })
  await expect.element(number).toMatchTextContent('1件')
  await expect.element(box('メーター1を選択')).toBeChecked()
  expect(opened()).toBe('')
  await screen.getByRole('button', { name: '選択を終了' }).click()
  await card.click()
  expect(opened()).toBe('メーター1')
})
