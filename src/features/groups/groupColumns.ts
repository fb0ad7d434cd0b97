import type { Column } from '../../ui/table/column.ts'
import { editColumn, timeColumn } from '../../ui/table/columns.tsx'
import type { GroupKind, GroupRow } from './groupKinds.ts'

/** The columns of either list, with what each is searched and sorted by. */
export function groupColumns(
  kind: GroupKind,
  zone: string,
  onEdit: (row: GroupRow) => void,
): Column<GroupRow>[] {
  const description: Column<GroupRow> = {
    key: 'description',
    title: '説明',
    fixed: true,
    untitled: true,
    filter: 'text',
    text: (row) => row.description,
  }
  return [
    {
      key: 'name',
      title: `${kind.label}名`,
      heading: true,
      fixed: true,
      sort: 'text',
      filter: 'text',
      text: ({ name }) => name,
    },
    ...(kind.described ? [description] : []),
    { ...timeColumn({ key: 'time', title: kind.timeLabel, time: ({ at }) => at, zone }), fixed: true },
    editColumn(onEdit),
  ]
}
