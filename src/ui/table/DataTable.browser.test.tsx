import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/show.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { DataTable, type DataTableColumn, type Sort } from './DataTable.tsx'

interface Row {
  id: number
  name: string
  unit: string
}

const records: Row[] = [
  { id: 1, name: 'No.1 蒸気圧力', unit: 'MPa' },
  { id: 2, name: '受水槽水位', unit: 'm' },
]

const columns: DataTableColumn<Row>[] = [
  { accessor: 'name', title: 'メーター名', sortable: true },
  { accessor: 'unit', title: '単位', filter: <p>絞り込みの欄</p> },
]

const list = (sort?: Sort, onSort = vi.fn()) => (
  <>
    <ColumnsMenu storeKey="test" columns={[{ accessor: 'unit', title: '単位' }]} />
    <DataTable<Row>
      label="メーター一覧"
      storeKey="test"
      records={records}
      columns={columns}
      card={({ name }) => name}
      onSort={onSort}
      {...(sort && { sort })}
    />
  </>
)

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1024, 768)
})

test('a hidden column is gone, and stays gone on the next visit', async () => {
  const screen = await show(list())
  await expect.element(screen.getByRole('button', { name: '単位を絞り込み' })).toBeVisible()
  await screen.getByRole('button', { name: '表示列' }).click()
  await screen.getByRole('checkbox', { name: '単位' }).click()
  await expect.element(screen.getByRole('button', { name: '単位を絞り込み' })).not.toBeInTheDocument()
  await screen.unmount()
  const again = await show(list())
  await expect.element(again.getByRole('button', { name: 'メーター名 並べ替え' })).toBeVisible()
  await expect.element(again.getByRole('button', { name: '単位を絞り込み' })).not.toBeInTheDocument()
})

test('the head of a column sorts, and turns the order when pressed again', async () => {
  const onSort = vi.fn()
  const screen = await show(list(undefined, onSort))
  await screen.getByRole('button', { name: 'メーター名 並べ替え' }).click()
  expect(onSort).toHaveBeenLastCalledWith({ accessor: 'name', direction: 'asc' })
  await screen.unmount()
  const sorted = await show(list({ accessor: 'name', direction: 'asc' }, onSort))
  await sorted.getByRole('button', { name: 'メーター名 昇順' }).click()
  expect(onSort).toHaveBeenLastCalledWith({ accessor: 'name', direction: 'desc' })
})

test('a filter opens from a button that names its column', async () => {
  const screen = await show(list())
  await screen.getByRole('button', { name: '単位を絞り込み' }).click()
  await expect.element(screen.getByText('絞り込みの欄')).toBeVisible()
})

test('on a phone the rows are cards', async () => {
  await page.viewport(390, 844)
  const screen = await show(list())
  await expect.element(screen.getByRole('list', { name: 'メーター一覧' })).toBeVisible()
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
})
