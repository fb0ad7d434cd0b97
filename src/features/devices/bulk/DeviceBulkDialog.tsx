import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isAnalogInput, resolutionType, retryTime, timeDrift } from '../../../../contract/devices.ts'
import { bulkEndpoints, type DeviceBulkChange } from '../../../../contract/import/bulk.ts'
import { analogIntervals, describeSchedule, everyMinutes } from '../../../../contract/time/schedules.ts'
import { call } from '../../../lib/session/api.ts'
import { BulkDialog } from '../../../shared/bulk/BulkDialog.tsx'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'
import type { DeviceKind } from '../deviceKinds.ts'
import { resolutionName } from '../deviceTexts.ts'
import { ScheduleRows } from '../ScheduleRows.tsx'
import { cronsOfDrafts, defaultDrafts, isComplete, type ScheduleDraft } from '../scheduleDrafts.ts'

const labels = {
  interval_crons: '測定設定',
  heartbeat_time: 'リトライ時間',
  allow_time_drift: '許容する時刻のずれ（秒）',
  resolution_type: '撮影解像度',
  is_flash: 'フラッシュ',
  is_buzzer: 'ブザー',
  is_next_af: 'オートフォーカス',
} as const
type Field = keyof typeof labels

const analogFields: readonly Field[] = ['interval_crons', 'heartbeat_time', 'allow_time_drift']
const fieldsOf = (isAnalog: boolean) =>
  (isAnalog ? analogFields : (Object.keys(labels) as Field[])).map((value) => ({
    value,
    label: labels[value],
  }))

const automatic = 'auto'
const retries = [
  { value: automatic, label: '自動（測定間隔の2倍、10分 〜 3時間）' },
  ...Array.from({ length: retryTime.max / retryTime.step }, (_, index) => ({
    value: String((index + 1) * retryTime.step),
    label: `${index + 1}時間`,
  })),
]
const resolutions = Object.values(resolutionType).map((type) => ({
  value: String(type),
  label: resolutionName(type),
}))
const isSwitch = (field: Field | null) =>
  field === 'is_flash' || field === 'is_buzzer' || field === 'is_next_af'

interface Entered {
  text: string | null
  isOn: boolean
  rows: readonly ScheduleDraft[]
}
const nothing: Entered = { text: null, isOn: false, rows: defaultDrafts }

interface Props {
  ids: readonly number[]
  kind: DeviceKind
  /** `isDone`: it was applied. */
  onClose: (isDone: boolean) => void
}

/** まとめて変更 of one setting of many cameras or analog units. */
export default function DeviceBulkDialog({ ids, kind, onClose }: Props) {
  const isAnalog = kind.types.every(isAnalogInput)
  const [field, setField] = useState<Field | null>(null)
  const [entered, setEntered] = useState(nothing)
  const enter = (part: Partial<Entered>) => setEntered({ ...entered, ...part })
  const choose = (label: string, data: { value: string; label: string }[]) => (
    <Select
      label={label}
      placeholder="選択してください"
      allowDeselect={false}
      data={data}
      value={entered.text}
      onChange={(text) => enter({ text })}
    />
  )
  return (
    <BulkDialog<DeviceBulkChange>
      title={`${ids.length.toLocaleString('ja-JP')}台の端末をまとめて変更`}
      action="change"
      change={changeOf(field, entered, isAnalog)}
      preview={async (change) =>
        (await call(bulkEndpoints.bulkDevices, { body: { ids: [...ids], change } })).data
      }
      names={{ nameOf: (name) => labels[name as Field] ?? name, textOf }}
      onClose={onClose}
      fields={
        <>
          <Select
            label="変更する項目"
            placeholder="選択してください"
            data={fieldsOf(isAnalog)}
            value={field}
            allowDeselect={false}
            onChange={(next) => {
              setField(next as Field)
              setEntered(nothing)
            }}
          />
          {field === 'interval_crons' &&
            (isAnalog ? (
              choose(
                '測定間隔',
                analogIntervals.map((each) => ({ value: String(each), label: `${each}分ごと` })),
              )
            ) : (
              <ScheduleRows rows={entered.rows} onChange={(rows) => enter({ rows })} />
            ))}
          {field === 'heartbeat_time' && choose('リトライ時間', retries)}
          {field === 'resolution_type' && choose('撮影解像度', resolutions)}
          {field === 'allow_time_drift' && (
            <TextInput
              label={labels.allow_time_drift}
              description={`${timeDrift.min} 〜 ${timeDrift.max.toLocaleString('ja-JP')}`}
              inputMode="numeric"
              value={entered.text ?? ''}
              onChange={({ currentTarget }) => enter({ text: currentTarget.value })}
            />
          )}
          {field !== null && isSwitch(field) && (
            <Switch
              size="md"
              label={`${labels[field]}を使う`}
              checked={entered.isOn}
              onChange={({ currentTarget }) => enter({ isOn: currentTarget.checked })}
            />
          )}
        </>
      }
    />
  )
}

/** What is sent; null: not everything is entered. */
function changeOf(
  field: Field | null,
  { text, isOn, rows }: Entered,
  isAnalog: boolean,
): DeviceBulkChange | null {
  if (field === null) return null
  if (field === 'is_flash' || field === 'is_buzzer' || field === 'is_next_af') return { [field]: isOn }
  if (field === 'interval_crons' && !isAnalog)
    return rows.every(isComplete) ? { interval_crons: cronsOfDrafts(rows) } : null
  if (text === null) return null
  if (field === 'interval_crons') {
    const minutes = analogIntervals.find((each) => String(each) === text)
    return minutes === undefined ? null : { interval_crons: everyMinutes(minutes) }
  }
  if (field === 'heartbeat_time') return { heartbeat_time: text === automatic ? null : Number(text) }
  if (field === 'resolution_type') {
    const type = Object.values(resolutionType).find((each) => String(each) === text)
    return type === undefined ? null : { resolution_type: type }
  }
  const seconds = parseNumberValue(text)
  const isDrift =
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= timeDrift.min &&
    seconds <= timeDrift.max
  return isDrift ? { allow_time_drift: seconds } : null
}

/** A setting as the device’s page shows it. */
function textOf(field: string, value: string | null): string {
  if (field === 'heartbeat_time') return value === null ? '自動' : `${Number(value) / 3600}時間`
  if (value === null) return '未設定'
  if (field === 'interval_crons') return describeSchedule(value)
  if (field === 'allow_time_drift') return `${value}秒`
  if (field === 'resolution_type') return resolutions.find((each) => each.value === value)?.label ?? value
  return value === 'true' ? '使う' : '使わない'
}
