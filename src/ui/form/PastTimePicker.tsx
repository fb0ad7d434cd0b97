import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type Ref, use } from 'react'
import { useIsSmallScreen } from '../layout/breakpoints.ts'
import { correctedNow, TimeZone } from '../text/currentMinute.ts'
import { endOfDay } from './futureTime.ts'
import { JapaneseDatesProvider } from './JapaneseDatesProvider.tsx'

interface Props extends DateTimePickerProps {
  /** Title of the calendar on small screens. */
  title: string
  ref?: Ref<HTMLButtonElement>
}

/** A calendar with a time up to the end of today; the value is `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
export function PastTimePicker({ title, ...input }: Props) {
  const small = useIsSmallScreen()
  const zone = use(TimeZone)
  return (
    <JapaneseDatesProvider>
      <DateTimePicker
        size="md"
        valueFormat="YYYY/MM/DD HH:mm"
        maxDate={endOfDay(correctedNow(), zone)}
        leftSection={<IconCalendar size={18} aria-hidden />}
        dropdownType={small ? 'modal' : 'popover'}
        modalProps={{ title }}
        timePickerProps={{ hoursInputLabel: '時', minutesInputLabel: '分' }}
        submitButtonProps={{ 'aria-label': 'この日時にする' }}
        {...input}
      />
    </JapaneseDatesProvider>
  )
}
