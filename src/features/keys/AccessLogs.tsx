import { use } from 'react'
import type { AccessLog } from '../../../contract/keys.ts'
import { accessLogList } from '../../lib/queries/keys.ts'
import { useList } from '../../lib/queries/useList.ts'
import { DownloadButton } from '../../ui/dialog/DownloadButton.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { defaultPageSize } from '../../ui/table/pages.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { exportAccessLogs } from './exportAccessLogs.ts'
import type { KeySearch } from './search.ts'

interface Props {
  search: KeySearch
  onSearch: (search: KeySearch, replace?: boolean) => void
}

const unknown = '不明なキー'

const logColumns = (zone: string): Column<AccessLog>[] => [
  {
    key: 'time',
    title: '日時',
    fixed: true,
    noWrap: true,
    text: (log) => formatFullTime(Date.parse(log.created_at), zone),
    cell: (log) => <TimeText time={log.created_at} />,
  },
  {
    key: 'key',
    title: 'キー名',
    heading: true,
    fixed: true,
    text: (log) => log.access_key?.name ?? unknown,
  },
  { key: 'caller', title: 'ユーザー', text: (log) => log.access_key?.user.username },
  { key: 'ip', title: 'アクセス元IP', noWrap: true, text: (log) => log.access_ip },
  { key: 'messages', title: 'メッセージ', text: ({ messages }) => messages },
]

/** アクセスログ: calls with keys, newest first. */
export function AccessLogs({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const phone = useIsPhone()
  const { page = 1, limit: size = defaultPageSize } = search
  const listed = useList(accessLogList, page, size)
  const columns = logColumns(zone)
  return (
    <DataList
      label="アクセスログ"
      storeKey="access-logs"
      columns={columns}
      listed={listed}
      search={search}
      onSearch={onSearch}
      refreshable
      tools={
        <DownloadButton
          label="CSVダウンロード"
          title="アクセスログのダウンロード"
          compact={phone}
          disabled={listed.rows !== undefined && listed.count === 0}
          start={(options) => exportAccessLogs(columns, options)}
        />
      }
      empty={{ nothing: 'APIキーによるアクセスはまだありません。', narrowed: '' }}
    />
  )
}
