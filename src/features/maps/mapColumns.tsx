import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { MapArea, MapPlan } from '../../../contract/maps.ts'
import { nameIn } from '../../lib/queries/masters.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column, NamedRow } from '../../ui/table/column.ts'
import { nameColumn, timeColumn } from '../../ui/table/columns.tsx'
import { HighlightedText } from '../../ui/text/HighlightedText.tsx'

interface Actions<Row> {
  zone: string
  onEdit: (row: Row) => void
  onRemove: (row: Row) => void
}

const descriptionColumn = <Row extends { description: string }>(): Column<Row> => ({
  key: 'description',
  title: '説明',
  fixed: true,
  untitled: true,
  filter: 'text',
  text: (row) => row.description,
})

/** 操作: change and delete. */
const actionsColumn = <Row extends NamedRow>({ onEdit, onRemove }: Actions<Row>): Column<Row> => ({
  key: 'actions',
  title: '操作',
  fixed: true,
  pinned: true,
  width: '10rem',
  cell: (row) => (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={`${row.name}を編集`}
        onClick={() => onEdit(row)}
      >
        編集
      </Button>
      <ActionIcon
        variant="default"
        c="var(--abnormal-text)"
        aria-label={`${row.name}を削除`}
        onClick={() => onRemove(row)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  ),
})

export const mapColumns = (areas: readonly MapArea[], actions: Actions<MapPlan>): Column<MapPlan>[] => [
  {
    key: 'name',
    title: 'マップ名',
    heading: true,
    fixed: true,
    sort: 'text',
    filter: 'text',
    text: ({ name }) => name,
    cell: ({ id, name }, { typed }) => (
      <ScreenLink route="/maps/$id" params={{ id: String(id) }}>
        <HighlightedText text={name} typed={typed} />
      </ScreenLink>
    ),
  },
  descriptionColumn(),
  {
    key: 'area',
    title: 'マップエリア',
    fixed: true,
    filter: 'text',
    text: ({ map_area_id: id }) => nameIn(areas, id) ?? '未登録',
  },
  {
    ...timeColumn({
      key: 'time',
      title: '更新日時',
      time: (map: MapPlan) => map.updated_at,
      zone: actions.zone,
    }),
    fixed: true,
  },
  actionsColumn(actions),
]

export const areaColumns = (actions: Actions<MapArea>): Column<MapArea>[] => [
  { ...nameColumn('マップエリア名'), filter: 'text' },
  descriptionColumn(),
  {
    ...timeColumn({
      key: 'time',
      title: '作成日時',
      time: (area: MapArea) => area.created_at,
      zone: actions.zone,
    }),
    fixed: true,
  },
  actionsColumn(actions),
]
