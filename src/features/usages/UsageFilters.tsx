import type { NamedRow } from '../../ui/table/column.ts'
import { idsParam, type ListParams } from '../../ui/table/column.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { FilterFields } from '../../ui/table/FilterFields.tsx'

export interface UsageFilter {
  key: 'groups' | 'bearers' | 'units'
  title: string
  options: readonly NamedRow[]
}

interface Props {
  filters: readonly UsageFilter[]
  values: ListParams
  onChange: (values: ListParams) => void
}

const nameOf = ({ options }: UsageFilter, id: number) =>
  options.find((row) => row.id === id)?.name ?? '削除された項目'

/** Which meters are counted. */
export function UsageFilters({ filters, values, onChange }: Props) {
  const cleared = { ...values, groups: undefined, bearers: undefined, units: undefined }
  const chips = filters.flatMap((filter) =>
    idsParam(values, filter.key).map((id) => ({
      key: `${filter.key}-${id}`,
      label: nameOf(filter, id),
      onRemove: () => {
        const left = idsParam(values, filter.key).filter((each) => each !== id)
        onChange({ ...values, [filter.key]: left.length > 0 ? left : undefined })
      },
    })),
  )
  return (
    <FilterBar value={values} cleared={cleared} onApply={onChange} chips={chips} folded>
      {(draft, set) => <FilterFields filters={filters} values={draft} labelled onChange={set} />}
    </FilterBar>
  )
}

/** What the filters select, for paper. */
export const filterTexts = (filters: readonly UsageFilter[], values: ListParams): string[] =>
  filters.flatMap((filter) => {
    const names = idsParam(values, filter.key).map((id) => nameOf(filter, id))
    return names.length > 0 ? [`${filter.title} ${names.join('・')}`] : []
  })
