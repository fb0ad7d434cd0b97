import { Box, Button, Group, Radio, Select, TextInput } from '@mantine/core'
import { type Device, isAnalogInput } from '../../../../contract/devices.ts'
import { analogIntervals, cameraIntervals, describeSchedule } from '../../../../contract/time/schedules.ts'
import { shortIntervalsText } from '../deviceTexts.ts'
import { ScheduleRows } from '../ScheduleRows.tsx'
import { defaultDrafts } from '../scheduleDrafts.ts'
import type { DeviceEditForm } from './deviceEditForm.ts'

interface Props {
  form: DeviceEditForm
  device: Device
  /** Only a system admin tries a camera out at short intervals. */
  system: boolean
}

const choiceOf = (minutes: string | number) => ({ value: String(minutes), label: `${minutes}分ごと` })
/** What the device has is offered anyhow. */
const choicesFor = (intervals: readonly number[], own: string | null) => [
  ...(own === null || intervals.includes(Number(own)) ? [] : [choiceOf(own)]),
  ...intervals.map(choiceOf),
]

/** When a device measures: a camera by a schedule or on trial, an analog unit at an interval. */
export function MeasuringFields({ form, device, system }: Props) {
  const { measuring } = form.values
  const analog = isAnalogInput(device.type)
  const before = form.getInitialValues()
  const interval =
    analog || system ? (
      <Select
        label="測定間隔"
        withAsterisk
        placeholder="選択してください"
        allowDeselect={false}
        data={choicesFor(analog ? analogIntervals : cameraIntervals, before.interval)}
        {...form.getInputProps('interval')}
      />
    ) : (
      <TextInput
        label="測定間隔"
        description="変更できるのはシステム管理者だけです"
        readOnly
        variant="filled"
        value={choiceOf(before.interval ?? '').label}
      />
    )
  if (analog) {
    return measuring === 'kept' ? (
      <Kept device={device} error={form.errors['rows']}>
        <Button variant="default" onClick={() => form.setFieldValue('measuring', 'interval')}>
          測定間隔を選び直す
        </Button>
      </Kept>
    ) : (
      interval
    )
  }
  const trial = measuring === 'interval'
  const choose = (mode: string) => {
    const own = before.measuring === 'interval' ? 'rows' : before.measuring
    form.setFieldValue('measuring', mode === 'trial' ? 'interval' : own)
    if (mode === 'normal' && before.measuring === 'interval') form.setFieldValue('rows', defaultDrafts)
  }
  return (
    <>
      <Radio.Group
        label="測定モード"
        size="md"
        value={trial ? 'trial' : 'normal'}
        onChange={choose}
        {...(!system && { description: shortIntervalsText })}
      >
        <Group gap="md" mt={4}>
          <Radio value="normal" label="通常（スケジュール）" size="md" disabled={!system} />
          <Radio value="trial" label="試験（短い間隔）" size="md" disabled={!system} />
        </Group>
      </Radio.Group>
      {trial && interval}
      {measuring === 'kept' && (
        <Kept device={device} error={form.errors['rows']}>
          <Button
            variant="default"
            onClick={() => form.setValues({ measuring: 'rows', rows: [...defaultDrafts] })}
          >
            測定時刻を設定し直す
          </Button>
        </Kept>
      )}
      {measuring === 'rows' && (
        <ScheduleRows
          rows={form.values.rows}
          onChange={(rows) => form.setFieldValue('rows', rows)}
          missing={Object.keys(form.errors).some((path) => path.startsWith('rows.'))}
          error={form.errors['rows']}
        />
      )}
    </>
  )
}

interface KeptProps {
  device: Device
  error: React.ReactNode
  children: React.ReactNode
}

/** A schedule that the editor cannot show: as its text, and untouched until a person sets another. */
function Kept({ device, error, children }: KeptProps) {
  const crons = device.interval_crons ?? ''
  return (
    <>
      <p className="break-anywhere">
        <span>スケジュール: {describeSchedule(crons)}</span>
        <br />
        <code>{crons}</code>
      </p>
      <Box component="p" fz="sm" c="dimmed">
        この画面の形式では表せないため、このまま使用します。
      </Box>
      {error && (
        <Box component="p" fz="sm" c="dimmed" role="alert">
          {error}
        </Box>
      )}
      <div>{children}</div>
    </>
  )
}
