import { Text } from '@mantine/core'
import { useState } from 'react'
import type { LlmUsageLog } from '../../../contract/llm-usage.ts'
import { llmUsageList } from '../../lib/queries/llmUsage.ts'
import { useList } from '../../lib/queries/useList.ts'
import { DaySpanFields } from '../../ui/form/DaySpanFields.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { defaultPageSize } from '../../ui/table/pages.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { LlmDetailButton, LlmPicture, LlmStatus, LlmUsageCard } from './LlmUsageCard.tsx'
import { LlmUsageDialog } from './LlmUsageDialog.tsx'
import type { LlmSearch } from './llmSearch.ts'
import { ModelNote } from './ModelNote.tsx'
import { llmStatusNames } from './organizationTexts.ts'

interface Props {
  organizationId: number
  search: LlmSearch
  onSearch: (search: LlmSearch, replace?: boolean) => void
}

const statuses = ['success', 'error'] as const
const statusOptions = statuses.map((status, index) => ({ id: index + 1, name: llmStatusNames[status] }))

const columns = (onOpen: (row: LlmUsageLog) => void): Column<LlmUsageLog>[] => [
  {
    key: 'image',
    title: '画像',
    fixed: true,
    width: '5.25rem',
    cell: ({ thumbnail }) => <LlmPicture thumbnail={thumbnail} />,
  },
  {
    key: 'provider',
    title: 'プロバイダー',
    cell: ({ provider }) => <span className="break-anywhere">{provider}</span>,
  },
  {
    key: 'model',
    title: 'モデル',
    heading: true,
    fixed: true,
    filter: 'text',
    text: ({ model }) => model,
    cell: ({ model }) => <span className="break-anywhere">{model}</span>,
  },
  {
    key: 'user_prompt',
    title: 'ユーザープロンプト',
    cell: ({ user_prompt }) => (
      <Text component="span" inherit lineClamp={2} className="break-anywhere">
        {user_prompt}
      </Text>
    ),
  },
  {
    key: 'system_prompt',
    title: 'システムプロンプト',
    cell: ({ system_prompt }) => (
      <Text component="span" inherit lineClamp={2} className="break-anywhere">
        {system_prompt}
      </Text>
    ),
  },
  {
    key: 'status',
    title: '状態',
    fixed: true,
    noWrap: true,
    filter: { key: 'statuses', options: statusOptions },
    cell: ({ status }) => <LlmStatus status={status} />,
  },
  { key: 'created', title: '日時', noWrap: true, cell: (row) => <TimeText time={row.created_at} /> },
  {
    key: 'detail',
    title: '詳細',
    fixed: true,
    pinned: true,
    cell: (row) => <LlmDetailButton row={row} onOpen={onOpen} />,
  },
]

/** LLM利用ログ: what AI boost asked a model, newest first. */
export function LlmUsageLogs({ organizationId, search, onSearch }: Props) {
  const [open, setOpen] = useState<LlmUsageLog | null>(null)
  const { from, to, model, statuses: chosen = [], page = 1, limit: size = defaultPageSize } = search
  const [only, ...others] = chosen
  const status = only === undefined || others.length > 0 ? undefined : statuses[only - 1]
  const span = { from: from ?? null, to: to ?? null }
  const listed = useList(llmUsageList({ organizationId, span, status, model }), page, size)
  return (
    <>
      <ModelNote />
      <DataList
        label="LLM利用ログ"
        storeKey="llm-usage-logs"
        columns={columns(setOpen)}
        card={(row) => <LlmUsageCard row={row} onOpen={setOpen} />}
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
              ? 'AIモデルの利用はまだありません。'
              : 'この期間にAIモデルの利用はありません。期間を変えてください。',
          narrowed: '条件に合う利用がありません。検索や期間を変えてください。',
        }}
      />
      {open && <LlmUsageDialog row={open} onClose={() => setOpen(null)} />}
    </>
  )
}
