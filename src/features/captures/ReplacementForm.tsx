import * as z from 'zod/mini'
import type { Shown } from '../../../contract/consumption.ts'
import { formatNumber } from '../../../contract/formatNumber.ts'
import type { Meter } from '../../../contract/meters.ts'
import { correctionOf } from '../../../contract/phoneClock.ts'
import { replacedBefore } from '../../../contract/replacedAt.ts'
import { lastClockOffset } from '../../lib/clockOffset.ts'
import { confirmOldEnd } from '../../lib/confirmOldEnd.ts'
import { lastShownAt } from '../../lib/held.ts'
import { lastText } from '../../lib/replacementText.ts'
import { useSaveReplacement } from '../../lib/useSaveReplacement.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ReplacementFields } from '../../ui/form/ReplacementFields.tsx'
import { noReplacementValues, parseReplacement, replacementShape } from '../../ui/form/replacementValues.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import classes from './DoubtQuestion.module.css'
import { useOutbox } from './useOutbox.ts'

interface Props {
  meter: Meter
  /** What the new meter shows. */
  shown: Shown
  /** The photograph that shows it. */
  captureId: string
  unit: string
  onBack: () => void
  onSaved: () => void
}

/** The replacement of a meter in one step: what the old one showed at last, and the new one at first. */
export function ReplacementForm({ meter, shown, captureId, unit, onBack, onSaved }: Props) {
  const save = useSaveReplacement(meter, unit)
  const { captures } = useOutbox()
  const submitForm = useSubmitForm({
    initialValues: noReplacementValues,
    schema: z.object(
      replacementShape(meter, {
        value: shown.value,
        text: `${formatNumber(shown.value, meter.decimal_point)} ${unit}`.trimEnd(),
      }),
    ),
    failed: 'メーター交換を保存できませんでした',
    askedField: 'oldEnd',
    confirm: (values) => confirmOldEnd({ value: parseReplacement(values).oldEnd, at: shown.at }, meter, unit),
    send: async (values) => {
      const replacedAt = replacedBefore(
        shown.at,
        lastShownAt(meter, captures, { id: captureId, at: shown.at }),
      )
      await save({
        ...parseReplacement(values),
        note: '',
        // Stored by this phone's clock, as the time of a photograph.
        replacedAt: replacedAt + correctionOf(lastClockOffset()),
        before: captureId,
      })
      onSaved()
    },
  })
  return (
    <FormDialog
      title="メーター交換"
      width={480}
      verb="交換を登録して確定"
      form={submitForm}
      className={classes.fields}
      onClose={onBack}
    >
      <ReplacementFields form={submitForm.form} last={lastText(meter, unit)} unit={unit} />
    </FormDialog>
  )
}
