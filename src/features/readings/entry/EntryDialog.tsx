import { Checkbox, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatForInput } from '../../../../text/formatNumber.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { PastTimePicker } from '../../../ui/form/PastTimePicker.tsx'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'
import classes from './EntryDialog.module.css'
import { PictureInput } from './PictureInput.tsx'
import { PreviousValue } from './PreviousValue.tsx'
import { useEntry } from './useEntry.tsx'
import { useValueProposal } from './useValueProposal.ts'

interface Props {
  /** Preselected when coming from a meter. */
  meterId?: number | undefined
  /** When it was measured, in milliseconds since 1970; now when absent. */
  at?: number | undefined
  onClose: () => void
  /** Leads to another way of entering. */
  children?: ReactNode
}

/** データの追加: a reading by hand, with or without picture. */
export function EntryDialog({ meterId, at, onClose, children }: Props) {
  const { meters, units } = useMasters('meters', 'units')
  const [goesOn, setGoesOn] = useState(false)
  const entry = useEntry({ meterId, at, goesOn, onClose })
  const { form } = entry
  const { picture } = form.values
  const meter = meters.find(({ id }) => id === form.values.meterId)
  const unit = meter && nameIn(units, meter.meter_unit_id)
  const proposal = useValueProposal(meter, picture)
  // Telephone keypads have no minus sign.
  const negative = (meter?.start_value ?? 0) < 0
  return (
    <FormDialog title="データの追加" verb="登録" form={entry} className={classes.form} onClose={onClose}>
      <RowSelect
        label="メーター"
        withAsterisk
        placeholder="メーターを選択"
        rows={meters}
        {...form.getInputProps('meterId')}
      />
      <TextInput
        label="測定値"
        withAsterisk
        data-autofocus={meterId !== undefined || undefined}
        description={meter && <PreviousValue meter={meter} measuredAt={form.values.measuredAt} unit={unit} />}
        inputMode={negative ? 'text' : 'decimal'}
        rightSection={unit}
        rightSectionWidth={unit ? `${unit.length + 2}ch` : undefined}
        rightSectionPointerEvents="none"
        {...form.getInputProps('value')}
      />
      <PastTimePicker
        title="測定日時"
        label="測定日時"
        withAsterisk
        placeholder="日時を選択"
        {...form.getInputProps('measuredAt')}
      />
      <PictureInput
        picture={picture}
        onPicture={(chosen) => form.setFieldValue('picture', chosen)}
        proposal={proposal}
        unit={unit}
        decimals={meter?.decimal_point ?? null}
        onTake={(value) => form.setFieldValue('value', formatForInput(value, meter?.decimal_point ?? null))}
      />
      <Checkbox
        label="続けて登録する"
        description="測定日時はそのままで、次のメーターの値を入力できます"
        checked={goesOn}
        onChange={({ currentTarget }) => setGoesOn(currentTarget.checked)}
      />
      {children}
    </FormDialog>
  )
}
