import { DatePickerInput, MonthPickerInput, YearPickerInput } from '@mantine/dates'
import { useId } from 'react'
import { JapaneseDatesProvider } from '../../ui/form/JapaneseDatesProvider.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import type { View } from './search.ts'

const pickers = { year: YearPickerInput, month: MonthPickerInput, day: DatePickerInput }

interface Props {
  className?: string | undefined
  view: Exclude<View, 'recent'>
  label: string
  /** Such as `YYYY年M月`. */
  format: string
  /** `YYYY-MM-DD`, also `latest`. */
  value: string
  latest: string
  onChange: (day: string) => void
}

/** Chooses the year, month or day to show. */
export function PeriodPicker({ className, view, label, format, value, latest, onChange }: Props) {
  const Picker = pickers[view]
  const [id, labelId] = [useId(), useId()]
  return (
    <JapaneseDatesProvider>
      <VisuallyHidden id={labelId}>{label}</VisuallyHidden>
      <Picker
        id={id}
        className={className}
        size="md"
        // With the text of the button itself, by which people who speak find it.
        aria-labelledby={`${labelId} ${id}`}
        valueFormat={format}
        maxDate={latest}
        value={value}
        onChange={(picked) => picked && onChange(picked)}
      />
    </JapaneseDatesProvider>
  )
}
