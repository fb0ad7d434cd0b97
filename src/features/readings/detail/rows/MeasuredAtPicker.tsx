import { DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { endOfDay } from '../../../../ui/form/futureTime.ts'
import type { Editing } from '../../../../ui/form/InlineRow.tsx'
import { JapaneseDatesProvider } from '../../../../ui/form/JapaneseDatesProvider.tsx'
import { useIsSmallScreen } from '../../../../ui/layout/breakpoints.ts'
import { correctedNow, TimeZone } from '../../../../ui/text/currentMinute.ts'

interface Props extends Editing<string> {
  description: ReactNode
}

const focusOnce = (button: HTMLButtonElement | null) => button?.focus()

/** A calendar with a time; the draft is `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
export default function MeasuredAtPicker({ draft, change, props, description }: Props) {
  const small = useIsSmallScreen()
  const zone = use(TimeZone)
  return (
    <JapaneseDatesProvider>
      <DateTimePicker
        {...props}
        ref={focusOnce}
        description={description}
        size="md"
        valueFormat="YYYY/MM/DD HH:mm"
        maxDate={endOfDay(correctedNow(), zone)}
        leftSection={<IconCalendar size={18} aria-hidden />}
        dropdownType={small ? 'modal' : 'popover'}
        modalProps={{ title: '測定日時' }}
        timePickerProps={{ hoursInputLabel: '時', minutesInputLabel: '分' }}
        submitButtonProps={{ 'aria-label': 'この日時にする' }}
        value={draft}
        onChange={(picked) => change(picked ?? draft)}
      />
    </JapaneseDatesProvider>
  )
}
