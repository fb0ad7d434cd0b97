import { Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bulkEndpoints, type MeterBulkChange } from '../../../../contract/import/bulk.ts'
import { isInverted } from '../../../../contract/values/ranges.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { devicesQuery } from '../../../lib/queries/devices.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { call } from '../../../lib/session/api.ts'
import { BulkDialog } from '../../../shared/bulk/BulkDialog.tsx'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'

const references = {
  meter_unit_id: '単位',
  meter_category_id: 'メーター種別',
  meter_group_id: 'メーターグループ',
  inspection_id: '点検グループ',
  device_id: '測定端末',
  cost_bearer_id: '負担先',
} as const
const ranges = { range: '測定範囲', emergency: '異常範囲' } as const
type Reference = keyof typeof references
type Range = keyof typeof ranges

const fields = Object.entries({ ...references, ...ranges }).map(([value, label]) => ({ value, label }))
/** A meter always has these. */
const required: ReadonlySet<string> = new Set(['meter_unit_id', 'meter_category_id'])

const isReference = (field: string | null): field is Reference => field !== null && field in references
const isRange = (field: string | null): field is Range => field !== null && field in ranges

interface Props {
  ids: readonly number[]
  /** `isDone`: it was applied. */
  onClose: (isDone: boolean) => void
}

/** まとめて変更 of one field of many meters. */
export default function MeterBulkDialog({ ids, onClose }: Props) {
  const { units, categories, groups, inspections } = useMasters(
    'units',
    'categories',
    'groups',
    'inspections',
  )
  const { data: bearers = [] } = useQuery(costBearersQuery)
  const { data: devices = [] } = useQuery(devicesQuery)
  const [field, setField] = useState<string | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isCleared, setCleared] = useState(false)
  const [bounds, setBounds] = useState({ start: '', end: '' })
  const active = (rows: readonly { id: number; name: string; status: number }[]) =>
    rows.filter(({ status }) => status === 0)
  const rows = {
    meter_unit_id: active(units),
    meter_category_id: active(categories),
    meter_group_id: groups,
    inspection_id: inspections,
    device_id: devices,
    cost_bearer_id: active(bearers),
  }
  const isInvalid = isRange(field) && !isCleared && isInverted(numbersOf(bounds))
  return (
    <BulkDialog<MeterBulkChange>
      title={`${ids.length.toLocaleString('ja-JP')}件のメーターをまとめて変更`}
      action="change"
      change={changeOf(field, { chosen, isCleared, bounds })}
      preview={async (change) =>
        (await call(bulkEndpoints.bulkMeters, { body: { ids: [...ids], change } })).data
      }
      onClose={onClose}
      fields={
        <>
          <Select
            label="変更する項目"
            placeholder="選択してください"
            data={fields}
            value={field}
            allowDeselect={false}
            onChange={(next) => {
              setField(next)
              setChosen(null)
              setCleared(false)
              setBounds({ start: '', end: '' })
            }}
          />
          {isReference(field) && !isCleared && (
            <RowSelect
              label={`新しい${references[field]}`}
              placeholder="選択してください"
              rows={rows[field]}
              value={chosen}
              nothingFoundMessage="該当なし"
              onChange={setChosen}
            />
          )}
          {isRange(field) &&
            !isCleared &&
            (['start', 'end'] as const).map((bound) => (
              <TextInput
                key={bound}
                label={`${ranges[field]}の${bound === 'start' ? '下限' : '上限'}`}
                description={bound === 'start' ? '各メーターの単位での値です' : undefined}
                inputMode="text"
                value={bounds[bound]}
                error={
                  bound === 'end' && isInvalid
                    ? '上限は下限以上にしてください'
                    : bounds[bound] !== '' &&
                      parseNumberValue(bounds[bound]) === undefined &&
                      '数値を入力してください'
                }
                onChange={({ currentTarget }) => setBounds({ ...bounds, [bound]: currentTarget.value })}
              />
            ))}
          {field !== null && !required.has(field) && (
            <Switch
              label={isReference(field) ? '未登録にする' : `${ranges[field as Range]}を設定しない`}
              checked={isCleared}
              onChange={({ currentTarget }) => setCleared(currentTarget.checked)}
            />
          )}
        </>
      }
    />
  )
}

interface Entered {
  chosen: number | null
  isCleared: boolean
  bounds: { start: string; end: string }
}

const numbersOf = ({ start, end }: Entered['bounds']) => ({
  start: parseNumberValue(start) ?? null,
  end: parseNumberValue(end) ?? null,
})

/** What is sent; null: not everything is entered. */
function changeOf(field: string | null, { chosen, isCleared, bounds }: Entered): MeterBulkChange | null {
  if (isReference(field)) return chosen === null && !isCleared ? null : { [field]: isCleared ? null : chosen }
  if (!isRange(field)) return null
  const { start, end } = isCleared ? { start: null, end: null } : numbersOf(bounds)
  if (!isCleared && (start === null || end === null || isInverted({ start, end }))) return null
  return field === 'range'
    ? { start_value: start, end_value: end }
    : { emergency_start_value: start, emergency_end_value: end }
}
