import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ja'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'

/** Calendars as people in Japan know them. Red means abnormal here, so Sundays and Saturdays are not red. */
export const JapaneseDates = ({ children }: { children: ReactNode }) => (
  <DatesProvider settings={{ locale: 'ja', firstDayOfWeek: 0, weekendDays: [] }}>{children}</DatesProvider>
)
