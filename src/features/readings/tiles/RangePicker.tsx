import { DateTimePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useId, useMemo, useState } from 'react'
import { rangeText } from '../../../../text/rangeText.ts'
import { JapaneseDatesProvider } from '../../../ui/form/JapaneseDatesProvider.tsx'
import { useIsSmallScreen } from '../../../ui/layout/breakpoints.ts'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import { type PickedRange, pickedSpan, toPickerFormat, withWholeLastDay } from './periodSpan.ts'

interface Props {
  /** `YYYY-MM-DD-HH-mm` */
  from: string | undefined
  to: string | undefined
  onChange: (from: string, to: string) => void
  className?: string | undefined
}

const shown = (time: string) => dayjs(time).format('YYYY/MM/DD HH:mm')

/** Custom range, applied when the calendar closes. */
export function RangePicker({ from, to, onChange, className }: Props) {
  const small = useIsSmallScreen()
  const id = useId()
  const chosen = useMemo<PickedRange>(() => [toPickerFormat(from), toPickerFormat(to)], [from, to])
  const [draft, setDraft] = useState<PickedRange | null>(null)
  const value = draft ?? chosen
  const [start, end] = value.map((time) => time && shown(time))
  const commit = () => {
    const span = pickedSpan(value)
    setDraft(null)
    if (span && (span.from !== from || span.to !== to)) onChange(span.from, span.to)
  }
  return (
    <JapaneseDatesProvider>
      <VisuallyHidden id={id}>期間指定</VisuallyHidden>
      <DateTimePicker
        type="range"
        className={className}
        size="md"
        aria-label={`期間 ${rangeText(start ?? '', end ?? '')}`}
        leftSection={small ? undefined : <IconCalendar size={18} aria-hidden />}
        dropdownType={small ? 'modal' : 'popover'}
        popoverProps={{ id }}
        modalProps={{ title: '期間指定' }}
        valueFormat={shown}
        labelSeparator="〜"
        allowSingleDateInRange
        timePickerProps={{ hoursInputLabel: '開始の時', minutesInputLabel: '開始の分' }}
        endTimePickerProps={{ hoursInputLabel: '終了の時', minutesInputLabel: '終了の分' }}
        submitButtonProps={{ 'aria-label': 'この期間で表示', children: '表示', w: 'auto', px: 'sm' }}
        value={[...value]}
        onChange={(picked) => setDraft(withWholeLastDay(value, picked))}
        onDropdownClose={commit}
      />
    </JapaneseDatesProvider>
  )
}
