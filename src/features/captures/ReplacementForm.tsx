import { TextInput } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Shown } from '../../../contract/consumption.ts'
import type { Meter } from '../../../contract/meters.ts'
import { textLimit } from '../../../contract/wire.ts'
import { useCreateReplacement } from '../../lib/queries/replacementMutations.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { formatNumber } from '../../ui/text/formatNumber.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import classes from './DoubtDialog.module.css'

interface Props {
  meter: Meter
  /** What the new meter shows. */
  shown: Shown
  unit: string
  onBack: () => void
  onSaved: () => void
}

/** Before the photograph: it already shows the new meter. */
const minute = 60_000

const isNumber = (text: string) => typeof parseNumberValue(text) === 'number'

const schemaFor = (shown: number) =>
  z.object({
    oldEnd: z
      .string()
      .check(z.refine((text) => text.trim() === '' || isNumber(text), '数値を入力してください')),
    newStart: z.string().check(
      z.refine(isNumber, { error: '数値を入力してください', abort: true }),
      z.refine((text) => Number(parseNumberValue(text)) <= shown, 'いまの測定値以下にしてください'),
    ),
  })

/** The replacement of a meter in one step: what the old one showed at last, and the new one at first. */
export function ReplacementForm({ meter, shown, unit, onBack, onSaved }: Props) {
  const { online } = useNetwork()
  const creation = useCreateReplacement()
  const [key] = useState(() => crypto.randomUUID())
  const submitForm = useSubmitForm({
    initialValues: { oldEnd: '', newStart: '0' },
    schema: schemaFor(shown.value),
    fields: { old_end_value: 'oldEnd', new_start_value: 'newStart' },
    failed: 'メーター交換を登録できませんでした',
    send: async ({ oldEnd, newStart }) => {
      await creation.mutateAsync({
        key,
        meterId: meter.id,
        old_end_value: parseNumberValue(oldEnd) ?? null,
        new_start_value: Number(parseNumberValue(newStart)),
        note: '',
        replacedAt: shown.at - minute,
      })
      notify.success(`「${meter.name}」の交換を登録しました`)
      onSaved()
    },
  })
  const { form } = submitForm
  const last = meter.evidence[0]?.value
  const field = {
    size: 'md',
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
      verb="交換を登録して確定"
      form={submitForm}
      className={classes.fields}
      onClose={onBack}
    >
      {!online && (
        <p className={classes.offline} role="status">
          通信できないため、交換はいま登録できません。戻って「この値で確定」を押し、通信できる所でメーター詳細の「メーター交換」から登録してください。
        </p>
      )}
      <TextInput
        label="旧メーターの最終値"
        description={`わからないときは空欄にします${last === undefined ? '' : `（前回 ${formatNumber(last, meter.decimal_point)} ${unit}）`}`}
        data-autofocus
        {...field}
        {...form.getInputProps('oldEnd')}
      />
      <TextInput label="新メーターの開始値" withAsterisk {...field} {...form.getInputProps('newStart')} />
    </FormDialog>
  )
}
