import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../../lib/files/saveFile.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { csvOf } from '../../../ui/table/csvOf.ts'

interface Props<Row> {
  columns: readonly Column<Row>[]
  /** Of all pages; undefined while they load. */
  rows: readonly Row[] | undefined
  fileName: string
}

/** Saves what the table shows. */
export function GaugeCsv<Row>({ columns, rows, fileName }: Props<Row>) {
  const save = async (saved: readonly Row[]) => {
    await saveFile(new File([csvOf(columns, saved)], fileName, { type: 'text/csv' }))
    notify.success(`${saved.length.toLocaleString('ja-JP')}行のCSVを保存しました`)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      disabled={!rows?.length}
      onClick={() => rows && void save(rows)}
    >
      CSVダウンロード
    </Button>
  )
}
