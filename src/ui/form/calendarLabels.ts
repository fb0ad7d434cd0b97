import dayjs from 'dayjs'

/** Japanese labels and formats; spread on a date picker. */
export const calendarLabels = {
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
  yearLabelFormat: 'YYYY年',
  decadeLabelFormat: 'YYYY年',
  getDayAriaLabel: (date: string) => dayjs(date).format('YYYY年M月D日'),
} as const
