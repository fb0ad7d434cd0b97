import { DatePickerInput } from '@mantine/dates'
import { JapaneseDatesProvider } from '../../ui/form/JapaneseDatesProvider.tsx'

interface Props {
  className?: string | undefined
  label: string
  /** Such as `YYYY年M月`. */
  format: string
  /** `YYYY-MM-DD`, also `latest`. */
  value: string
  latest: string
  onChange: (day: string) => void
}

/** Chooses a day of the period to show. */
export const DayPicker = ({ className, label, format, value, latest, onChange }: Props) => (
  <JapaneseDatesProvider>
    <DatePickerInput
      className={className}
      size="md"
      aria-label={label}
      valueFormat={format}
      maxDate={latest}
      value={value}
      onChange={(picked) => picked && onChange(picked)}
    />
  </JapaneseDatesProvider>
)
