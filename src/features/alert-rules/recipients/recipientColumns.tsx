import { ActionIcon, Button, Flex, Stack, Text, Tooltip } from '@mantine/core'
import { IconSend, IconTrash } from '@tabler/icons-react'
import type { RecipientGroup } from '../../../../contract/alert-rules/recipientGroups.ts'
import type { Column } from '../../../ui/table/column.ts'
import { editColumn } from '../../../ui/table/columns.tsx'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import { membersText, reachProblem } from './recipientTexts.ts'

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

export function recipientColumns({ asCards, actions }: Options): Column<RecipientGroup>[] {
  const columns: Column<RecipientGroup>[] = [
    {
      key: 'name',
      title: '通知先グループ名',
      heading: true,
      fixed: true,
      sort: 'text',
      text: ({ name }) => name,
    },
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
            {problem !== null && (
              <Text component="span" size="sm">
                <StatusPill tone="waiting">通知先を確認</StatusPill> {problem}
              </Text>
            )}
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
        <Flex component="span" display="inline-flex" gap="xs" align="center" flex="none">
          <Button
            variant="default"
            leftSection={<IconSend size={18} aria-hidden />}
            aria-label={`${group.name}へ試し送信`}
            onClick={() => actions.onTest(group)}
          >
            試し送信
          </Button>
          {edit.cell?.(group, shown)}
          <Tooltip label="削除">
            <ActionIcon
              variant="default"
              c="var(--abnormal-text)"
              aria-label={`${group.name}を削除`}
              data-removes
              onClick={() => actions.onDelete(group)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Flex>
      ),
    },
  ]
}
