import { Box, Flex } from '@mantine/core'
import type { AuditEntry } from '../../../contract/audit.ts'
import { auditList } from '../../lib/queries/audit.ts'
import { useList } from '../../lib/queries/useList.ts'
import { RestoreButton } from '../../shared/readings/RestoreButton.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { defaultPageSize } from '../../ui/table/pages.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { actionNames, nounNames } from './auditTexts.ts'
import type { AuditSearch } from './search.ts'
import { whoOf } from './whoOf.ts'

interface Props {
  search: AuditSearch
  onSearch: (search: AuditSearch, replace?: boolean) => void
}

const subjectText = ({ noun, subject_name: name }: AuditEntry) => `${nounNames[noun]}「${name}」`

const columns: Column<AuditEntry>[] = [
  {
    key: 'what',
    title: '対象',
    heading: true,
    fixed: true,
    text: subjectText,
    cell: (entry) => (
      <>
        {subjectText(entry)}
        {entry.measured_at && (
          <Box component="span" display="block" fz="sm" fw={400} c="dimmed">
            測定日時 <TimeText time={entry.measured_at} />
          </Box>
        )}
      </>
    ),
  },
  {
    key: 'action',
    title: '操作',
    fixed: true,
    noWrap: true,
    text: ({ action }) => actionNames[action],
    cell: ({ action, restorable, subject_id: id }) => (
      <Flex component="span" display="inline-flex" wrap="wrap" gap="4px 12px" align="center">
        {actionNames[action]}
        {restorable && <RestoreButton id={id} />}
      </Flex>
    ),
  },
  {
    key: 'changes',
    title: '変更内容',
    fixed: true,
    untitled: true,
    cell: (entry) => <AuditChanges entry={entry} />,
  },
  { key: 'who', title: '操作した人', fixed: true, text: whoOf },
  { key: 'at', title: '日時', fixed: true, noWrap: true, cell: ({ at }) => <TimeText time={at} /> },
]

/** 操作履歴 of the organization, newest first. */
export function AuditList({ search, onSearch }: Props) {
  const { noun, person, from, to, page = 1, limit: size = defaultPageSize } = search
  const span = { from: from ?? null, to: to ?? null }
  const listed = useList(auditList({ noun, userId: person, span }), page, size)
  const isNarrowed = [noun, person, from, to].some((each) => each !== undefined)
  return (
    <DataList
      label="操作履歴"
      storeKey="audit"
      columns={columns}
      cardsBelow="desktop"
      listed={listed}
      search={search}
      onSearch={onSearch}
      refreshable
      tools={<AuditFilters search={search} onSearch={onSearch} />}
      empty={{
        nothing: isNarrowed
          ? '条件に合う操作の記録がありません。条件を変えてください。'
          : '操作の記録はまだありません。',
        narrowed: '',
      }}
    />
  )
}
