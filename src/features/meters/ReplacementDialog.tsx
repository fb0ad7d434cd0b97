import { TextInput } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { use, useState } from 'react'
import * as z from 'zod/mini'
import type { Meter } from '../../../contract/meters.ts'
import { oneLine, textLimit } from '../../../contract/wire.ts'
import { lastKnown } from '../../lib/lastKnown.ts'
import { useCreateReplacement } from '../../lib/queries/replacementMutations.ts'
import { instantOfLocal } from '../../ui/chart/localTime.ts'
import { calendarLabels } from '../../ui/form/calendarLabels.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { JapaneseDatesProvider } from '../../ui/form/JapaneseDatesProvider.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { useIsSmallScreen } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatNumber } from '../../ui/text/formatNumber.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import classes from './Replacements.module.css'

interface Props {
  meter: Meter
  unit: string
  onClose: () => void
}

interface Values {
  oldEnd: string
  newStart: string
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  replacedAt: string | null
  note: string
}

const isNumber = (text: string) => typeof parseNumberValue(text) === 'number'

const schemaFor = (zone: string) =>
  z.object({
    oldEnd: z
      .string()
      .check(z.refine((text) => text.trim() === '' || isNumber(text), '数値を入力してください')),
    newStart: z.string().check(z.refine(isNumber, '数値を入力してください')),
    replacedAt: z.string('交換日時を選択してください').check(
      z.minLength(1, '交換日時を選択してください'),
      z.refine((time) => instantOfLocal(time, zone) <= Date.now() + 60_000, '未来の日時は登録できません'),
    ),
    note: z.string().check(z.maxLength(textLimit), oneLine),
  })

/** A meter that was replaced, recorded in the office. */
export function ReplacementDialog({ meter, unit, onClose }: Props) {
  const zone = use(TimeZone)
  const small = useIsSmallScreen()
  const creation = useCreateReplacement()
  const [key] = useState(() => crypto.randomUUID())
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      oldEnd: '',
      newStart: '0',
      replacedAt: formatFullTime(Date.now(), zone).replaceAll('/', '-'),
      note: '',
    },
    schema: schemaFor(zone),
    fields: { old_end_value: 'oldEnd', new_start_value: 'newStart', replaced_at: 'replacedAt' },
    failed: 'メーター交換を登録できませんでした',
    send: async ({ oldEnd, newStart, replacedAt, note }) => {
      await creation.mutateAsync({
        key,
        meterId: meter.id,
        old_end_value: parseNumberValue(oldEnd) ?? null,
        new_start_value: Number(parseNumberValue(newStart)),
        note: note.trim(),
        replacedAt: instantOfLocal(replacedAt ?? '', zone),
      })
      notify.success(`「${meter.name}」の交換を登録しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const { known } = lastKnown(meter)
  const last = known && `（前回 ${formatNumber(known.value, meter.decimal_point)} ${unit}）`
  const field = {
    inputMode: 'decimal' as const,
    maxLength: textLimit,
    autoComplete: 'off',
    rightSection: unit,
    rightSectionWidth: `${unit.length + 2}ch`,
    rightSectionPointerEvents: 'none' as const,
  }
  return (
    <FormDialog
      title="メーター交換"
      width={480}
      verb="登録"
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <TextInput
        label="旧メーターの最終値"
        description={`わからないときは空欄にします${last ?? ''}`}
        data-autofocus
        {...field}
        {...form.getInputProps('oldEnd')}
      />
      <TextInput label="新メーターの開始値" withAsterisk {...field} {...form.getInputProps('newStart')} />
      <JapaneseDatesProvider>
        <DateTimePicker
          {...calendarLabels}
          label="交換日時"
          description="これより後の測定値は新しいメーターのものになります"
          withAsterisk
          placeholder="日時を選択"
          valueFormat="YYYY/MM/DD HH:mm"
          leftSection={<IconCalendar size={18} aria-hidden />}
          dropdownType={small ? 'modal' : 'popover'}
          modalProps={{ title: '交換日時' }}
          timePickerProps={{ hoursInputLabel: '時', minutesInputLabel: '分' }}
          submitButtonProps={{ 'aria-label': 'この日時にする' }}
          {...form.getInputProps('replacedAt')}
        />
      </JapaneseDatesProvider>
      <TextInput
        label="メモ（任意）"
        maxLength={textLimit}
        autoComplete="off"
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
