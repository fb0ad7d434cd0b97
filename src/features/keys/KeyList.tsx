import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Key } from '../../../contract/keys.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { keysQuery } from '../../lib/queries/keys.ts'
import { useKeyCreations } from '../../shared/keys/useKeyCreations.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { ListParams } from '../../ui/table/column.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { filterAndSortRows, localList } from '../../ui/table/localList.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { keyColumns } from './keyColumns.tsx'
import type { KeySearch } from './search.ts'
import { useKeyRemoval } from './useKeyRemoval.ts'

const csv = 'CSVダウンロード'

interface Props {
  search: KeySearch
  onSearch: (search: KeySearch, replace?: boolean) => void
  onEdit: (key: Key) => void
}

/** APIキー */
export function KeyList({ search, onSearch, onEdit }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const phone = useIsPhone()
  const keys = useQuery(keysQuery)
  const creations = useKeyCreations(useAccount().organization.id)
  const remove = useKeyRemoval((key) => void creations.show([key]))
  const columns = keyColumns({ zone, now, onEdit, onRemove: (key) => void remove(key) })
  const save = async () => {
    const found = filterAndSortRows(keys.data ?? [], columns, search as ListParams)
    await saveFile(new File([csvOf(columns, found)], 'api-list.csv', { type: 'text/csv' }))
    notify.success(`${found.length.toLocaleString('ja-JP')}行のCSVを保存しました`)
  }
  const download = {
    loading: keys.isLoading,
    disabled: !keys.isLoading && !keys.data?.length,
    onClick: () => void save(),
  }
  return (
    <>
      <DataList
        label="APIキー"
        storeKey="keys"
        columns={columns}
        // Tablets have no room for so many columns.
        cardsBelow="desktop"
        listed={localList(keys.data, keys, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'name', label: 'キー名を検索', cards: true }}
        tools={
          phone ? (
            <ActionIcon variant="default" aria-label={csv} {...download}>
              <IconDownload size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} {...download}>
              {csv}
            </Button>
          )
        }
        empty={{
          nothing: 'APIキーはまだありません。「APIキーを追加」から登録してください。',
          narrowed: '条件に合うAPIキーがありません。検索や絞り込みを変えてください。',
        }}
      />
      {creations.dialog}
    </>
  )
}
