import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { useIsPhone } from '../../ui/layout/screen.ts'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import type { ReadingNarrowing } from './ReadingFilterFields.tsx'

/** On a phone they are in a sheet that most visits never open. */
const ReadingFilterFields = lazy(() => import('./ReadingFilterFields.tsx'))

interface Props {
  value: ReadingNarrowing
  onChange: (value: ReadingNarrowing) => void
}

const nothing: ReadingNarrowing = { meters: [], inspections: [] }

/** Narrows readings to meters and inspection groups. */
export function Narrowing({ value, onChange }: Props) {
  const phone = useIsPhone()
  const { data: meters = [] } = useQuery(metersQuery)
  const { data: inspections = [] } = useQuery(inspectionsQuery)
  const chipsOf = (kind: keyof ReadingNarrowing, rows: readonly { id: number; name: string }[]) =>
    value[kind].map((id) => ({
      key: `${kind}-${id}`,
      label: rows.find((row) => row.id === id)?.name ?? '削除された項目',
      onRemove: () => onChange({ ...value, [kind]: value[kind].filter((each) => each !== id) }),
    }))
  return (
    <FilterBar
      value={{ meters: value.meters, inspections: value.inspections }}
      cleared={nothing}
      onApply={onChange}
      chips={phone ? [...chipsOf('meters', meters), ...chipsOf('inspections', inspections)] : []}
    >
      {(draft, change) => (
        <Suspense fallback={<Skeleton height="var(--control-height)" />}>
          <ReadingFilterFields value={draft} onChange={change} />
        </Suspense>
      )}
    </FilterBar>
  )
}
