import { NativeSelect, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { type ClosingCheck, closingChecks, initialChecks } from '../../../contract/closing/checks.ts'
import { type Cycle, toleranceLimits } from '../../../contract/closing/cycles.ts'
import { textLimit } from '../../../text/limits.ts'
import { useSaveCycle } from '../../lib/mutations/closingMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { wholeNumber } from '../../ui/form/wholeNumber.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import classes from './Board.module.css'
import { CycleChecks } from './CycleChecks.tsx'
import { CycleMeters } from './CycleMeters.tsx'

interface Props {
  /** Null: a new one. */
  cycle: Cycle | null
  cycles: readonly Cycle[]
  onClose: () => void
}

/** Numbers stay text until they are sent. */
interface Values {
  name: string
  day: string
  hour: string
  deviceHours: string
  roundDays: string
  checks: readonly ClosingCheck[]
  meterIds: number[]
}

const dayChoices = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: index === 30 ? '月末' : `${index + 1}日`,
})).toReversed()
const hourChoices = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: hour === 24 ? '24時（その日の終わり）' : `${hour}時`,
})).toReversed()

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, '検針サイクル名を入力してください'), z.maxLength(textLimit), oneLine),
  day: z.string(),
  hour: z.string(),
  deviceHours: wholeNumber(toleranceLimits.deviceHours),
  roundDays: wholeNumber(toleranceLimits.roundDays),
  checks: z.array(z.enum(closingChecks)),
  meterIds: z.array(z.number()),
})

/** Issues about one of the meters are shown at all of them. */
const fields = {
  closing_day: 'day',
  closing_hour: 'hour',
  device_tolerance_hours: 'deviceHours',
  round_tolerance_days: 'roundDays',
}

/** When which meters are closed each month. */
export function CycleDialog({ cycle, cycles, onClose }: Props) {
  const verb = cycle === null ? '登録' : '更新'
  const save = useSaveCycle()
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      name: cycle?.name ?? '',
      day: String(cycle?.closing_day ?? 31),
      hour: String(cycle?.closing_hour ?? 24),
      deviceHours: String(cycle?.device_tolerance_hours ?? 24),
      roundDays: String(cycle?.round_tolerance_days ?? 3),
      checks: cycle?.checks ?? initialChecks,
      meterIds: cycle?.meter_ids ?? [],
    },
    schema,
    failed: `検針サイクルを${verb}できませんでした`,
    fields: ({ meterIds }) => ({
      ...fields,
      ...Object.fromEntries(meterIds.map((_, index) => [`meter_ids.${index}`, 'meterIds'])),
    }),
    send: async ({ name, day, hour, deviceHours, roundDays, checks, meterIds }) => {
      await save.mutateAsync({
        id: cycle?.id ?? null,
        name: name.trim(),
        closing_day: Number(day),
        closing_hour: Number(hour),
        device_tolerance_hours: parseNumberValue(deviceHours) ?? 0,
        round_tolerance_days: parseNumberValue(roundDays) ?? 0,
        checks: [...checks],
        meter_ids: meterIds,
      })
      notify.success(`検針サイクルを${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const isElsewhere = (id: number) =>
    cycles.some((other) => other.id !== cycle?.id && other.meter_ids.includes(id))
  return (
    <FormDialog
      title={cycle === null ? '検針サイクルの追加' : '検針サイクルの編集'}
      width={640}
      verb={verb}
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <TextInput label="検針サイクル名" withAsterisk {...form.getInputProps('name')} />
      <NativeSelect
        label="締め日"
        size="md"
        description="その日のない月は、月の最後の日に締めます"
        data={dayChoices}
        {...form.getInputProps('day')}
      />
      <NativeSelect label="締め時刻" size="md" data={hourChoices} {...form.getInputProps('hour')} />
      <TextInput
        label="端末の測定値の許容時間"
        description="締め日時の前後この時間までの測定値を、検針値にします"
        inputMode="numeric"
        rightSection="時間"
        rightSectionWidth="6ch"
        rightSectionPointerEvents="none"
        {...form.getInputProps('deviceHours')}
      />
      <TextInput
        label="人の測定値の許容日数"
        inputMode="numeric"
        rightSection="日"
        rightSectionWidth="4ch"
        rightSectionPointerEvents="none"
        {...form.getInputProps('roundDays')}
      />
      <CycleChecks chosen={form.values.checks} onChoose={(checks) => form.setFieldValue('checks', checks)} />
      <CycleMeters
        chosen={form.values.meterIds}
        error={form.errors['meterIds']}
        isElsewhere={isElsewhere}
        onChoose={(ids) => form.setFieldValue('meterIds', ids)}
      />
      {cycle !== null && form.isDirty() && (
        <p>締めた月は変わりません。まだ締めていない月から、この内容になります。</p>
      )}
    </FormDialog>
  )
}
