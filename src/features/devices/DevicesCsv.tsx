import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Device } from '../../../contract/devices.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { Column, ListParams } from '../../ui/table/column.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { filterAndSortRows } from '../../ui/table/localList.ts'
import type { DeviceSearch } from './search.ts'

interface Props {
  /** Undefined while they load and when that failed. */
  rows: readonly Device[] | undefined
  loading: boolean
  columns: readonly Column<Device>[]
  search: DeviceSearch
}

/** Saves the filtered rows, of all pages. */
export function DevicesCsv({ rows, loading, columns, search }: Props) {
  const save = async () => {
    const found = filterAndSortRows(rows ?? [], columns, search as ListParams)
    await saveFile(new File([csvOf(columns, found)], 'device-list.csv', { type: 'text/csv' }))
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
