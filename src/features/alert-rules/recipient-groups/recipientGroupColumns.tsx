import { Button, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { RecipientGroup } from '../../../../contract/alert-rules/recipientGroups.ts'
import type { Column } from '../../../ui/table/column.ts'
import { editColumn, nameColumn } from '../../../ui/table/columns.tsx'
import { RowActions } from '../../../ui/table/RowActions.tsx'
import { ProblemLine } from '../ProblemLine.tsx'
import { membersText, reachProblem } from './recipientGroupTexts.ts'

interface Options {
  /** Cards have room for the actions at their end only. */
  asCards: boolean
  /** Null: for users who only read. */
  actions: {
    onTest: (group: RecipientGroup) => void
    onEdit: (group: RecipientGroup) => void
    onDelete: (group: RecipientGroup) => void
  } | null
}

export function recipientGroupColumns({ asCards, actions }: Options): Column<RecipientGroup>[] {
  const columns: Column<RecipientGroup>[] = [
    nameColumn('通知先グループ名'),
    {
      key: 'members',
      title: 'メンバー',
      fixed: true,
      width: '36%',
      text: membersText,
      searched: (group) => reachProblem(group) ?? '',
      cell: (group) => {
        const problem = reachProblem(group)
        return (
          <Stack component="span" gap={4} className="break-anywhere">
            <span>{membersText(group)}</span>
            {problem !== null && <ProblemLine mark="通知先を確認" text={problem} />}
          </Stack>
        )
      },
    },
    {
      key: 'rules',
      title: '通知先にしているルール',
      text: ({ rules }) => (rules.length === 0 ? 'なし' : rules.map(({ name }) => name).join('、')),
    },
  ]
  if (actions === null) return columns
  const edit = editColumn(actions.onEdit)
  return [
    ...columns,
    {
      ...edit,
      pinned: !asCards,
      untitled: true,
      width: '19rem',
      cell: (group, shown) => (
        <RowActions name={group.name} onDelete={() => actions.onDelete(group)}>
          <Button
            variant="default"
            leftSection={<IconSend size={18} aria-hidden />}
            aria-label={`${group.name}へ試し送信`}
            onClick={() => actions.onTest(group)}
          >
            試し送信
          </Button>
          {edit.cell?.(group, shown)}
        </RowActions>
      ),
    },
  ]
}
