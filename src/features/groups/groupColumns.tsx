import { Button, Flex } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import { editColumn, timeColumn } from '../../ui/table/columns.tsx'
import { ContactText } from '../../ui/text/ContactText.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import classes from './groupColumns.module.css'
import type { GroupKind, GroupRow } from './groupKinds.ts'

interface Options {
  onEdit: (row: GroupRow) => void
  /** Of meter groups. */
  maintenances: readonly Maintenance[]
  /** Null: for users who only read. */
  onMaintain: ((row: GroupRow) => void) | null
}

/** The columns of either list, with what each is searched and sorted by. */
export function groupColumns(
  kind: GroupKind,
  zone: string,
  { onEdit, maintenances, onMaintain }: Options,
): Column<GroupRow>[] {
  const description: Column<GroupRow> = {
    key: 'description',
    title: '説明',
    fixed: true,
    untitled: true,
    filter: 'text',
    text: (row) => row.description,
  }
  const members: Column<GroupRow> = {
    key: 'meters',
    title: 'メーター',
    fixed: true,
    sort: 'text',
    sortBy: ({ meters }) => meters,
    text: ({ meters }) => `${meters}件`,
    cell: ({ id, name, meters }) =>
      meters === 0 ? (
        '0件'
      ) : (
        <ScreenLink
          route="/meters"
          search={{ [kind.name]: [id] }}
          className={classes.members}
          aria-label={`${name}のメーター ${meters}件`}
        >
          {meters}件
        </ScreenLink>
      ),
  }
  const round: Column<GroupRow> = {
    key: 'round',
    title: '点検ルート',
    fixed: true,
    sort: 'text',
    sortBy: ({ stops }) => stops,
    text: ({ stops }) => `${stops}件`,
    cell: ({ id, name, stops }) =>
      stops === 0 ? (
        'なし'
      ) : (
        <ScreenLink
          route="/rounds/$id"
          params={{ id: String(id) }}
          className={classes.members}
          aria-label={`${name}の点検ルート ${stops}件`}
        >
          {stops}件
        </ScreenLink>
      ),
  }
  const assignee: Column<GroupRow> = {
    key: 'assignee',
    title: '担当者',
    fixed: true,
    sort: 'text',
    filter: 'text',
    text: (row) => row.assignee ?? 'なし',
  }
  const contact: Column<GroupRow> = {
    key: 'contact',
    title: '連絡先',
    fixed: true,
    text: (row) => row.contact,
    cell: (row) => (row.contact === '' ? 'なし' : <ContactText text={row.contact} />),
  }
  const entry: Column<GroupRow> = {
    key: 'entry',
    title: '測定値',
    fixed: true,
    noWrap: true,
    text: ({ meters }) => (meters === 0 ? '' : 'まとめて入力'),
    cell: ({ id, name, meters }) =>
      meters > 0 && (
        <ScreenLink
          route="/entry"
          search={{ [kind.described ? 'group' : 'inspection']: id }}
          className={classes.members}
          aria-label={`${name}の測定値をまとめて入力`}
        >
          まとめて入力
        </ScreenLink>
      ),
  }
  const edit = editColumn(onEdit)
  const actions: Column<GroupRow> = {
    ...edit,
    // Side by side, in narrow windows one below the other.
    width: 'clamp(10rem, 63vw - 37rem, 16.75rem)',
    cell: (row, shown) => (
      <Flex component="span" wrap="wrap" gap={8} align="center">
        {edit.cell?.(row, shown)}
        {maintenances.some(({ group_id }) => group_id === row.id) ? (
          <StatusPill tone="waiting" icon={IconBellOff}>
            点検中
          </StatusPill>
        ) : (
          onMaintain &&
          row.meters > 0 && (
            <Button
              variant="default"
              size="sm"
              px="sm"
              leftSection={<IconBellOff size={18} aria-hidden />}
              aria-label={`${row.name}を点検中にする`}
              onClick={() => onMaintain(row)}
            >
              点検中にする
            </Button>
          )
        )}
      </Flex>
    ),
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
    members,
    entry,
    ...(kind.described ? [description] : [round, assignee, contact]),
    { ...timeColumn({ key: 'time', title: kind.timeLabel, time: ({ at }) => at, zone }), fixed: true },
    kind.described ? actions : edit,
  ]
}

/** The columns of the CSV file. */
export const exportedColumns = (kind: GroupKind, zone: string): Column<GroupRow>[] =>
  groupColumns(kind, zone, { onEdit: () => undefined, maintenances: [], onMaintain: null }).filter(
    ({ key }) => key !== 'entry',
  )
