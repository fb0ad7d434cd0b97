import { TextInput } from '@mantine/core'
import { use } from 'react'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import type { Meter } from '../../../contract/meters.ts'
import { textLimit } from '../../../text/limits.ts'
import { confirmOldEnd } from '../../lib/readings/confirmOldEnd.ts'
import { lastText } from '../../lib/readings/replacementText.ts'
import { useSaveReplacement } from '../../lib/readings/useSaveReplacement.ts'
import { ReplacementFields } from '../../shared/replacements/ReplacementFields.tsx'
import {
  noReplacementValues,
  parseReplacement,
  type ReplacementValues,
  replacementShape,
} from '../../shared/replacements/replacementValues.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { futureTimeText, isFutureTime } from '../../ui/form/futureTime.ts'
import { PastTimePicker } from '../../ui/form/PastTimePicker.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { correctedNow, TimeZone } from '../../ui/text/currentMinute.ts'
import { instantOfLocal, localOfInstant } from '../../ui/text/localTime.ts'
import classes from './Replacements.module.css'

interface Props {
  meter: Meter
  unit: string
  onClose: () => void
}

interface Values extends ReplacementValues {
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  replacedAt: string | null
  note: string
}

const schemaFor = (meter: Meter, zone: string) =>
  z.object({
    ...replacementShape(meter),
    replacedAt: z.string('交換日時を選択してください').check(
      z.minLength(1, '交換日時を選択してください'),
      z.refine((time) => !isFutureTime(time, correctedNow(), zone), futureTimeText),
    ),
    note: z.string().check(z.maxLength(textLimit), oneLine),
  })

/** A meter that was replaced, recorded in the office. */
export function ReplacementDialog({ meter, unit, onClose }: Props) {
  const zone = use(TimeZone)
  const save = useSaveReplacement(meter, unit)
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      ...noReplacementValues,
      replacedAt: localOfInstant(correctedNow(), zone),
      note: '',
    },
    schema: schemaFor(meter, zone),
    failed: 'メーター交換を保存できませんでした',
    askedField: 'oldEnd',
    confirm: ({ replacedAt, ...values }) =>
      confirmOldEnd(
        { value: parseReplacement(values).oldEnd, at: instantOfLocal(replacedAt ?? '', zone) },
        meter,
        unit,
      ),
    send: async ({ replacedAt, note, ...values }) => {
      await save({
        ...parseReplacement(values),
        note: note.trim(),
        replacedAt: instantOfLocal(replacedAt ?? '', zone),
        timeChosen: true,
      })
      onClose()
    },
  })
  const { form } = submitForm
  return (
    <FormDialog
      title="メーター交換"
      width={480}
      verb="登録"
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      {/* At the button that opens this, the page's title is far above. */}
      <p className="break-anywhere">{meter.name}</p>
      <ReplacementFields form={form} last={lastText(meter, unit)} unit={unit} />
      <PastTimePicker
        title="交換日時"
        label="交換日時"
        description="これより後の測定値は新しいメーターのものになります"
        withAsterisk
        placeholder="日時を選択"
        {...form.getInputProps('replacedAt')}
      />
      <TextInput size="md" label="メモ（任意）" {...form.getInputProps('note')} />
    </FormDialog>
  )
}
