import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ja'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'

/** Japanese calendars. Weekends are not red, which means abnormal here. */
export const JapaneseDatesProvider = ({ children }: { children: ReactNode }) => (
  <DatesProvider settings={{ locale: 'ja', firstDayOfWeek: 0, weekendDays: [] }}>{children}</DatesProvider>
)
