import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../lib/files/saveFile.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { Column } from '../../ui/table/column.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import type { UsageTableRow } from './usageTable.ts'

interface Props {
  columns: readonly Column<UsageTableRow>[]
  /** Of all pages; undefined while they load. */
  rows: readonly UsageTableRow[] | undefined
  fileName: string
}

/** Saves what the table shows. */
export function UsageCsv({ columns, rows, fileName }: Props) {
  const save = async (saved: readonly UsageTableRow[]) => {
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
