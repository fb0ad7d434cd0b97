import { Autocomplete, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { textLimit } from '../../../text/limits.ts'
import { assigneesQuery } from '../../lib/queries/assignees.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { clearButton } from '../../ui/form/clearButton.ts'
import { DaySpanFields } from '../../ui/form/DaySpanFields.tsx'
import { filterByLabel } from '../../ui/form/filterByLabel.ts'
import { RowMultiSelect } from '../../ui/form/RowMultiSelect.tsx'
import { useSearchableSelect } from '../../ui/form/useSearchableSelect.ts'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import type { NamedRow } from '../../ui/table/column.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { AlertViews } from './AlertViews.tsx'
import { type AlertSearch, alertAssignee, noFilters } from './search.ts'
import { someOf, useAlertConditions } from './useAlertConditions.ts'

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
}

/** By meter, group, unit, who works on alerts and the days on which they began; of confirmed ones also by who confirmed them. */
export function AlertFilterBar({ search, onSearch }: Props) {
  const masters = useMasters('meters', 'groups', 'units')
  const phone = useIsPhone()
  const { data: people = [] } = useQuery({ ...assigneesQuery, enabled: search.tab === 'confirmed' })
  const choices = [
    { key: 'meters', label: 'メーター', rows: masters.meters },
    { key: 'groups', label: 'メーターグループ', rows: masters.groups },
    { key: 'units', label: '単位', rows: masters.units },
  ] as const satisfies { key: keyof AlertSearch; label: string; rows: readonly NamedRow[] }[]
  const chips = useAlertConditions(search).map(({ left, ...chip }) => ({
    ...chip,
    onRemove: () => onSearch({ ...left, page: undefined }),
  }))
  return (
    <FilterBar<AlertSearch>
      value={search}
      cleared={{ ...search, ...noFilters }}
      onApply={(next) => onSearch({ ...next, page: undefined })}
      chips={chips}
      folded
    >
      {(draft, set) => (
        <>
          {phone && <AlertViews search={draft} onSearch={set} />}
          {choices.map(({ key, label, rows }) => (
            <RowMultiSelect
              key={key}
              label={label}
              labelled
              rows={rows}
              chosen={draft[key] ?? []}
              onChoose={(ids) => set({ ...draft, [key]: someOf(ids) })}
            />
          ))}
          <DaySpanFields
            label="発生日"
            size="md"
            from={draft.from}
            to={draft.to}
            onChange={(days) => set({ ...draft, ...days })}
          />
          <AssigneeSelect value={draft.assignee} onChange={(assignee) => set({ ...draft, assignee })} />
          {draft.tab === 'confirmed' && (
            // Typed as well, because those who have left the organization are not among the names.
            <Autocomplete
              label="確認者"
              placeholder="名前を選ぶか入力"
              data={[...new Set(people.map(({ username }) => username))]}
              filter={filterByLabel}
              limit={200}
              maxLength={textLimit}
              value={draft.confirmedBy ?? ''}
              onChange={(name) => set({ ...draft, confirmedBy: name || undefined })}
            />
          )}
        </>
      )}
    </FilterBar>
  )
}

interface AssigneeProps {
  value: AlertSearch['assignee']
  onChange: (value: AlertSearch['assignee']) => void
}

function AssigneeSelect({ value, onChange }: AssigneeProps) {
  const { data: people = [] } = useQuery(assigneesQuery)
  const searchable = useSearchableSelect()
  return (
    <Select
      label="担当"
      placeholder="すべて"
      data={[
        { value: 'me', label: '自分' },
        { value: 'none', label: '未割当' },
        ...people.map(({ id, username }) => ({ value: String(id), label: username })),
      ]}
      {...searchable}
      allowDeselect={false}
      clearable
      clearButtonProps={clearButton('担当をクリア')}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => {
        const asked = chosen === 'me' || chosen === 'none' ? chosen : Number(chosen)
        onChange(alertAssignee.safeParse(asked).data)
      }}
    />
  )
}
