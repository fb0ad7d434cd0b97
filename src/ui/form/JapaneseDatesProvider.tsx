import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ja'
import { MantineThemeProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import dayjs from 'dayjs'
import { type ReactNode, use } from 'react'
import { TimeZone, useCurrentMinute } from '../text/currentMinute.ts'
import { todayIn } from '../text/formatTime.ts'
import classes from './JapaneseDatesProvider.module.css'

const labels = {
  ariaLabels: {
    nextMonth: '次の月',
    previousMonth: '前の月',
    nextYear: '次の年',
    previousYear: '前の年',
    nextDecade: '次の10年',
    previousDecade: '前の10年',
  },
  monthLabelFormat: 'YYYY年M月',
  monthsListFormat: 'M月',
  yearsListFormat: 'YYYY年',
  yearLabelFormat: 'YYYY年',
  decadeLabelFormat: 'YYYY年',
  getDayAriaLabel: (date: string) => dayjs(date).format('YYYY年M月D日'),
}

/** Japanese calendars that mark the organization's today. Weekends are not red, which means abnormal here. */
export function JapaneseDatesProvider({ children }: { children: ReactNode }) {
  const today = todayIn(use(TimeZone), useCurrentMinute())
  const getDayProps = (date: string) =>
    date === today ? { 'aria-current': 'date', className: classes.today } : {}
  const component = { defaultProps: { ...labels, getDayProps } }
  const components = {
    DatePickerInput: component,
    DateTimePicker: component,
    MonthPickerInput: component,
    YearPickerInput: component,
  }
  return (
    <DatesProvider settings={{ locale: 'ja', firstDayOfWeek: 0, weekendDays: [] }}>
      <MantineThemeProvider theme={{ components }}>{children}</MantineThemeProvider>
    </DatesProvider>
  )
}
