import { ActionIcon, Stack, Switch, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import type { Column } from '../../ui/table/column.ts'
import { editColumn, nameColumn } from '../../ui/table/columns.tsx'
import { RowActions } from '../../ui/table/RowActions.tsx'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { HighlightedText } from '../../ui/text/HighlightedText.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ProblemLine } from './ProblemLine.tsx'
import { meterCountText, problemText, recipientProblemText } from './ruleTexts.ts'

interface Options {
  zone: string
  unitOf: (rule: AlertRule) => string | undefined
  /** What is searched for in all columns. */
  typed: string | undefined
  /** Cards have no room for the actions next to the sentence. */
  asCards: boolean
  /** Null: for users who only read. */
  actions: {
    onSwitch: (rule: AlertRule) => void
    onEdit: (rule: AlertRule) => void
    onCopy: (rule: AlertRule) => void
    onDelete: (rule: AlertRule) => void
  } | null
}

const states = [
  { id: 1, name: '有効' },
  { id: 2, name: '無効' },
  { id: 3, name: '見張っていない' },
]

/** A rule that is switched off and judges no meter is to be looked at as well. */
const stateOf = ({ problem, is_enabled: isEnabled }: AlertRule): number =>
  problem !== null ? 3 : isEnabled ? 1 : 2

export function ruleColumns({ zone, unitOf, typed, asCards, actions }: Options): Column<AlertRule>[] {
  const problemOf = (rule: AlertRule) => problemText(rule, unitOf(rule))
  const columns: Column<AlertRule>[] = [
    nameColumn('ルール名'),
    {
      key: 'sentence',
      title: 'ルール',
      fixed: true,
      untitled: true,
      width: '36%',
      text: ({ sentence }) => sentence,
      searched: (rule) => `${problemOf(rule) ?? ''} ${recipientProblemText(rule) ?? ''}`,
      cell: (rule) => {
        const problem = problemOf(rule)
        const recipientProblem = recipientProblemText(rule)
        return (
          <Stack component="span" gap={4} className="break-anywhere">
            <span>
              <HighlightedText text={rule.sentence} typed={typed} />
            </span>
            {problem !== null && <ProblemLine mark="見張っていません" text={problem} />}
            {recipientProblem !== null && <ProblemLine mark="通知先を確認" text={recipientProblem} />}
          </Stack>
        )
      },
    },
    {
      key: 'target',
      title: 'メーター',
      sort: 'text',
      sortBy: ({ meter_count: meters }) => meters,
      text: meterCountText,
    },
    {
      key: 'state',
      title: '状態',
      fixed: true,
      untitled: true,
      noWrap: true,
      filter: { key: 'states', options: states, idOf: stateOf },
      text: ({ is_enabled: isEnabled }) => (isEnabled ? '有効' : '無効'),
      cell: (rule) =>
        actions === null ? (
          <StatusPill tone={rule.is_enabled ? 'normal' : 'neutral'}>
            {rule.is_enabled ? '有効' : '無効'}
          </StatusPill>
        ) : (
          <Switch
            size="md"
            label={rule.is_enabled ? '有効' : '無効'}
            aria-label={`${rule.name}を有効にする`}
            checked={rule.is_enabled}
            onChange={() => actions.onSwitch(rule)}
          />
        ),
    },
    {
      key: 'last',
      title: '最後のアラート',
      noWrap: true,
      sort: 'time',
      sortBy: ({ last_opened_at: at }) => (at === null ? null : Date.parse(at)),
      text: ({ last_opened_at: at, open_cases: open }) =>
        at === null ? 'まだありません' : `${formatFullTime(Date.parse(at), zone)}${openText(open)}`,
      cell: ({ last_opened_at: at, open_cases: open }) =>
        at === null ? (
          'まだありません'
        ) : (
          <>
            <TimeText time={at} />
            {openText(open)}
          </>
        ),
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
      width: '13.5rem',
      cell: (rule, shown) => (
        <RowActions name={rule.name} onDelete={() => actions.onDelete(rule)}>
          {edit.cell?.(rule, shown)}
          <Tooltip label="複製">
            <ActionIcon
              variant="default"
              aria-label={`${rule.name}を複製`}
              onClick={() => actions.onCopy(rule)}
            >
              <IconCopy size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </RowActions>
      ),
    },
  ]
}

const openText = (open: number): string => (open === 0 ? '' : `（発生中 ${open.toLocaleString('ja-JP')}件）`)
