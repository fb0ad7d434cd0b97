import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../lib/files/saveFile.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { Column, ListParams } from '../../ui/table/column.ts'
import type { ListSearch } from '../../ui/table/listSearch.ts'
import { filterAndSortRows } from '../../ui/table/localList.ts'

interface Props<Row> {
  /** Undefined while they load and when that failed. */
  rows: readonly Row[] | undefined
  loading?: boolean
  columns: readonly Column<Row>[]
  /** Which of the rows, and in which order; all as they are when absent. */
  search?: ListSearch
  fileName: string
}

/** Saves the rows of all pages. */
export function ListCsv<Row extends { id: number }>({
  rows,
  loading = false,
  columns,
  search,
  fileName,
}: Props<Row>) {
  const save = async () => {
    const all = rows ?? []
    const found = search === undefined ? all : filterAndSortRows(all, columns, search as ListParams)
    const { csvOf } = await import('../../ui/table/csvOf.ts')
    await saveFile(new File([csvOf(columns, found)], fileName, { type: 'text/csv' }))
    notify.success(`${found.length.toLocaleString('ja-JP')}行のCSVを保存しました`)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={loading}
      disabled={!loading && !rows?.length}
      onClick={() => void save()}
    >
      CSVダウンロード
    </Button>
  )
}
