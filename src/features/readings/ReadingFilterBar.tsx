import { lazy } from 'react'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { isPhone, useIsPhone } from '../../ui/layout/breakpoints.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import type { ReadingFilterValues } from './ReadingFilterFields.tsx'

const loadFields = () => import('./ReadingFilterFields.tsx')
/** On phones in a sheet, which most visits never open (decision 019). */
const ReadingFilterFields = lazy(loadFields)
// Where it fails now it is loaded again when rendered.
if (!isPhone()) loadFields().catch(() => undefined)

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
