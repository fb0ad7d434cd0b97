import 'dayjs/locale/ja'
import { VisuallyHidden } from '@mantine/core'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useId, useMemo, useState } from 'react'
import { useIsPhone } from '../../ui/screen.ts'
import { type PickedRange, pickedSpan, toPicker, withWholeLastDay } from './periods.ts'

interface Props {
  /** `YYYY-MM-DD-HH-mm` */
  from: string | undefined
  to: string | undefined
  onChange: (from: string, to: string) => void
  className?: string | undefined
}

const calendarNames = {
  nextMonth: '次の月',
  previousMonth: '前の月',
  nextYear: '次の年',
  previousYear: '前の年',
  nextDecade: '次の10年',
  previousDecade: '前の10年',
}

const shown = (time: string) => dayjs(time).format('YYYY/MM/DD HH:mm')

/** Two times. The list follows when the calendar closes, not with every touch in it. */
export default function RangePicker({ from, to, onChange, className }: Props) {
  const phone = useIsPhone()
  const id = useId()
  const chosen = useMemo<PickedRange>(() => [toPicker(from), toPicker(to)], [from, to])
  const [draft, setDraft] = useState<PickedRange | null>(null)
  const value = draft ?? chosen
  const commit = () => {
    const span = pickedSpan(value)
    setDraft(null)
    if (span && (span.from !== from || span.to !== to)) onChange(span.from, span.to)
  }
  return (
    // Red means abnormal here, so Sundays and Saturdays are not red.
    <DatesProvider settings={{ locale: 'ja', firstDayOfWeek: 0, weekendDays: [] }}>
      <VisuallyHidden id={id}>期間指定</VisuallyHidden>
      <DateTimePicker
        type="range"
        className={className}
        size="md"
        aria-label={`期間 ${value.map((time) => time && shown(time)).join(' 〜 ')}`}
        leftSection={phone ? undefined : <IconCalendar size={18} aria-hidden />}
        dropdownType={phone ? 'modal' : 'popover'}
        popoverProps={{ id }}
        modalProps={{ title: '期間指定' }}
        valueFormat={shown}
        labelSeparator="〜"
        monthLabelFormat="YYYY年M月"
        monthsListFormat="M月"
        yearLabelFormat="YYYY年"
        decadeLabelFormat="YYYY年"
        ariaLabels={calendarNames}
        getDayAriaLabel={(date) => dayjs(date).format('YYYY年M月D日')}
        allowSingleDateInRange
        timePickerProps={{ hoursInputLabel: '開始の時', minutesInputLabel: '開始の分' }}
        endTimePickerProps={{ hoursInputLabel: '終了の時', minutesInputLabel: '終了の分' }}
        submitButtonProps={{ 'aria-label': 'この期間で表示' }}
        value={[...value]}
        onChange={(picked) => setDraft(withWholeLastDay(value, picked))}
        onDropdownClose={commit}
      />
    </DatesProvider>
  )
}
