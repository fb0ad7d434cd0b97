import * as z from 'zod/mini'
import type { Meter } from '../../../../contract/meters.ts'
import { correctionOf } from '../../../../contract/time/phoneClock.ts'
import { replacedBefore } from '../../../../contract/time/replacedAt.ts'
import type { Shown } from '../../../../contract/values/consumption.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { lastShownAt } from '../../../lib/held/held.ts'
import { confirmOldEnd } from '../../../lib/readings/confirmOldEnd.ts'
import { lastText } from '../../../lib/readings/replacementText.ts'
import { useSaveReplacement } from '../../../lib/readings/useSaveReplacement.ts'
import { lastClockOffset } from '../../../lib/session/clockOffset.ts'
import { ReplacementFields } from '../../../shared/replacements/ReplacementFields.tsx'
import {
  noReplacementValues,
  parseReplacement,
  replacementShape,
} from '../../../shared/replacements/replacementValues.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import classes from '../value/DoubtQuestion.module.css'
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
