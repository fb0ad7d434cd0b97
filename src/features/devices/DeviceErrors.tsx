import { Box } from '@mantine/core'
import type { DeviceError } from '../../../contract/devices.ts'
import { useDeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { deviceErrorList } from '../../lib/queries/devices.ts'
import { useList } from '../../lib/queries/useList.ts'
import { DaySpanFields } from '../../ui/form/DaySpanFields.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { defaultPageSize } from '../../ui/table/pages.ts'
import { HighlightedText } from '../../ui/text/HighlightedText.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import type { DeviceSearch } from './search.ts'

interface Props {
  search: DeviceSearch
  onSearch: (search: DeviceSearch, replace?: boolean) => void
}

interface Searched {
  /** What is searched for in this column. */
  typed?: string | undefined
}

const DeviceLink = ({ device, typed }: Pick<DeviceError, 'device'> & Searched) => (
  <ScreenLink className="break-anywhere" route="/devices/$id" params={{ id: String(device.id) }}>
    <HighlightedText text={device.name} typed={typed} />
  </ScreenLink>
)

const columns: Column<DeviceError>[] = [
  {
    key: 'device',
    title: '端末名',
    fixed: true,
    filter: 'text',
    cell: ({ device }, { typed }) => <DeviceLink device={device} typed={typed} />,
  },
  {
    key: 'message',
    title: 'エラー内容',
    fixed: true,
    filter: 'text',
    cell: (row, { typed }) => (
      <span className="multiline">
        <HighlightedText text={row.error_message} typed={typed} />
      </span>
    ),
  },
  {
    key: 'created',
    title: '発生日時',
    fixed: true,
    noWrap: true,
    cell: (row) => <TimeText time={row.created_at} />,
  },
]

const ErrorCard = ({ row }: { row: DeviceError }) => (
  <article aria-label={row.device.name}>
    <Box component="h2" fz="md" lh={1.4}>
      <DeviceLink device={row.device} />
    </Box>
    <p className="multiline">{row.error_message}</p>
    <Box component="p" fz="sm" c="dimmed">
      <TimeText time={row.created_at} />
    </Box>
  </article>
)

/** カメラエラーログ, newest first, of a range of days. */
export function DeviceErrors({ search, onSearch }: Props) {
  const { id: organizationId } = useDeviceOrganization()
  const { from, to, device, message, page = 1, limit: size = defaultPageSize } = search
  const span = { from: from ?? null, to: to ?? null }
  const listed = useList(deviceErrorList({ organizationId, span, device, message }), page, size)
  return (
    <DataList
      label="カメラエラーログ"
      storeKey="device-errors"
      columns={columns}
      card={(row) => <ErrorCard row={row} />}
      listed={listed}
      search={search}
      onSearch={onSearch}
      refreshable
      tools={
        <DaySpanFields
          from={from}
          to={to}
          onChange={(days) => onSearch({ ...search, ...days, page: undefined })}
        />
      }
      empty={{
        nothing:
          from === undefined && to === undefined
            ? 'エラーの記録はありません。'
            : 'この期間にエラーの記録はありません。期間を変えてください。',
        narrowed: '条件に合うエラーの記録がありません。検索や期間を変えてください。',
      }}
    />
  )
}
