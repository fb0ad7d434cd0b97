import { Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { bulkEndpoints, maxShift, type ReadingBulkChange } from '../../../../contract/import/bulk.ts'
import { type ReadingFilters, selectionOf } from '../../../lib/queries/readings.ts'
import { call } from '../../../lib/session/api.ts'
import { BulkDialog } from '../../../shared/bulk/BulkDialog.tsx'
import { TargetMeterField } from './TargetMeterField.tsx'

interface Props {
  action: ReadingBulkChange['action']
  /** Null: all that the filters select. */
  ids: readonly number[] | null
  filters: ReadingFilters
  /** Of the chosen readings. */
  count: number
  /** `isDone`: it was applied. */
  onClose: (isDone: boolean) => void
}

const titles = {
  confirm: 'まとめて確定',
  delete: 'まとめて削除',
  shift: '測定日時をまとめて移動',
  move: '別のメーターへ移動',
} as const

/** Confirms, deletes or shifts many readings, or moves them to another meter. */
export default function ReadingBulkDialog({ action, ids, filters, count, onClose }: Props) {
  const [minutes, setMinutes] = useState(0)
  const [meterId, setMeterId] = useState<number | null>(null)
  const change = changeOf(action, minutes, meterId)
  return (
    <BulkDialog<ReadingBulkChange>
      title={`${titles[action]}（${count.toLocaleString('ja-JP')}件）`}
      action={action}
      change={change}
      preview={async (asked) => {
        // Its order is of lists only.
        const { sort_type: _, ...query } = selectionOf(filters)
        const body = { ids: ids && [...ids], change: asked }
        return (await call(bulkEndpoints.bulkReadings, { query: ids === null ? query : {}, body })).data
      }}
      onClose={onClose}
      fields={
        action === 'shift' ? (
          <ShiftFields onChange={setMinutes} />
        ) : action === 'move' ? (
          <TargetMeterField ids={ids} filters={filters} value={meterId} onChange={setMeterId} />
        ) : null
      }
    />
  )
}

/** What is sent; null: not everything is entered. */
function changeOf(
  action: Props['action'],
  minutes: number,
  meterId: number | null,
): ReadingBulkChange | null {
  if (action === 'shift') return minutes === 0 ? null : { action, minutes }
  if (action === 'move') return meterId === null ? null : { action, meter_id: meterId }
  return { action }
}

const parts = [
  { key: 'days', label: '日', minutes: 1440 },
  { key: 'hours', label: '時間', minutes: 60 },
  { key: 'minutes', label: '分', minutes: 1 },
] as const

/** By how much, in days, hours and minutes, and in which direction. */
function ShiftFields({ onChange }: { onChange: (minutes: number) => void }) {
  const [sign, setSign] = useState<'1' | '-1'>('1')
  const [typed, setTyped] = useState({ days: 0, hours: 0, minutes: 0 })
  const tell = (next: typeof typed, direction: typeof sign) =>
    onChange(Number(direction) * parts.reduce((sum, part) => sum + next[part.key] * part.minutes, 0))
  return (
    <Stack gap="sm">
      <Text>端末の時計がずれていた期間などの測定日時を、同じだけ前後に移動します。</Text>
      <SegmentedControl
        aria-label="移動する向き"
        data={[
          { value: '1', label: 'あとへ進める' },
          { value: '-1', label: '前へ戻す' },
        ]}
        value={sign}
        onChange={(value) => {
          const direction = value === '1' ? '1' : '-1'
          setSign(direction)
          tell(typed, direction)
        }}
      />
      <Group gap="sm">
        {parts.map(({ key, label, minutes }) => (
          <NumberInput
            key={key}
            w={120}
            label={label}
            min={0}
            max={maxShift / minutes / 2}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={typed[key]}
            onChange={(value) => {
              const next = { ...typed, [key]: Number(value) || 0 }
              setTyped(next)
              tell(next, sign)
            }}
          />
        ))}
      </Group>
    </Stack>
  )
}
