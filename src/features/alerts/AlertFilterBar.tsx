import { TextInput } from '@mantine/core'
import { textLimit } from '../../../contract/wire.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { DaySpanFields } from '../../ui/form/DaySpanFields.tsx'
import { RowMultiSelect } from '../../ui/form/RowMultiSelect.tsx'
import type { NamedRow } from '../../ui/table/column.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { type AlertSearch, noFilters } from './search.ts'
import { someOf, useAlertConditions } from './useAlertConditions.ts'

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
}

/** By meter, group, unit and the days on which alerts began; of confirmed ones also by who confirmed them. */
export function AlertFilterBar({ search, onSearch }: Props) {
  const masters = useMasters('meters', 'groups', 'units')
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
          {choices.map(({ key, label, rows }) => (
            <RowMultiSelect
              key={key}
              label={label}
              rows={rows}
              chosen={draft[key] ?? []}
              onChoose={(ids) => set({ ...draft, [key]: someOf(ids) })}
            />
          ))}
          <DaySpanFields
            size="md"
            from={draft.from}
            to={draft.to}
            onChange={(days) => set({ ...draft, ...days })}
          />
          {draft.tab === 'confirmed' && (
            <TextInput
              aria-label="確認者"
              placeholder="確認者"
              maxLength={textLimit}
              value={draft.confirmedBy ?? ''}
              onChange={({ currentTarget }) =>
                set({ ...draft, confirmedBy: currentTarget.value || undefined })
              }
            />
          )}
        </>
      )}
    </FilterBar>
  )
}
