import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { ReadingFilterFields, type ReadingFilterValues } from './ReadingFilterFields.tsx'

interface Props {
  value: ReadingFilterValues
  onChange: (value: ReadingFilterValues) => void
}

const nothing: ReadingFilterValues = { meters: [], inspections: [] }

/** Filters readings by meter and inspection group. */
export function ReadingFilterBar({ value, onChange }: Props) {
  const phone = useIsPhone()
  const { meters, inspections } = useMasters('meters', 'inspections')
  const chipsOf = (kind: keyof ReadingFilterValues, rows: readonly { id: number; name: string }[]) =>
    value[kind].map((id) => ({
      key: `${kind}-${id}`,
      label: nameIn(rows, id) ?? '削除された項目',
      onRemove: () => onChange({ ...value, [kind]: value[kind].filter((each) => each !== id) }),
    }))
  return (
    <FilterBar
      value={{ meters: value.meters, inspections: value.inspections }}
      cleared={nothing}
      onApply={onChange}
      chips={phone ? [...chipsOf('meters', meters), ...chipsOf('inspections', inspections)] : []}
    >
      {(draft, change) => <ReadingFilterFields value={draft} onChange={change} />}
    </FilterBar>
  )
}
