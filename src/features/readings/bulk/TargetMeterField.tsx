import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Meter } from '../../../../contract/meters.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { listedRow } from '../../../lib/queries/pagedList.ts'
import type { ReadingFilters } from '../../../lib/queries/readings.ts'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'

interface Props {
  /** Of the chosen readings; null: all that the filters select. */
  ids: readonly number[] | null
  filters: ReadingFilters
  value: number | null
  onChange: (meterId: number | null) => void
}

type Counted = Pick<Meter, 'meter_unit_id' | 'meter_category_id'>
const isAlike = (one: Counted, other: Counted) =>
  one.meter_unit_id === other.meter_unit_id && one.meter_category_id === other.meter_category_id

/** The meter that readings are moved to: one of those with their unit and category, as far as these are known. */
export function TargetMeterField({ ids, filters, value, onChange }: Props) {
  const client = useQueryClient()
  const { data: meters = [] } = useQuery(metersQuery)
  const sourceIds = new Set(
    ids === null
      ? filters.meterIds
      : ids.flatMap((id) => listedRow<Reading>(client, 'readings', id)?.row.meter.id ?? []),
  )
  const sources = meters.filter(({ id }) => sourceIds.has(id))
  const [only] = sources
  const offered = meters.filter(
    (meter) => sources.every((source) => isAlike(source, meter)) && !(sources.length === 1 && meter === only),
  )
  return (
    <>
      <Text>
        別のメーターを撮影していた測定値などを、正しいメーターへ移します。単位とメーター種別が同じメーターを選べます。
      </Text>
      <RowSelect
        label="移動先のメーター"
        placeholder="選択してください"
        rows={offered.map(({ id, name, code }) => ({ id, name: code ? `${name}（${code}）` : name }))}
        value={value}
        nothingFoundMessage="該当なし"
        onChange={onChange}
      />
    </>
  )
}
