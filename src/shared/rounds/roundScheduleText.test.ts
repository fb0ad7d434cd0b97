import { expect, it } from 'vitest'
import { roundScheduleText } from './roundScheduleText.ts'

it.each([
  [{ every: 'day', weekdays: [0, 1, 2, 3, 4, 5, 6], time: '10:00' }, '毎日 10:00まで'],
  [{ every: 'day', weekdays: [1, 2, 3, 4, 5], time: '10:00' }, '平日 10:00まで'],
  [{ every: 'day', weekdays: [0, 1, 5], time: '10:00' }, '毎週月・金・日曜日 10:00まで'],
  [{ every: 'week', weekday: 5, time: '17:00' }, '毎週金曜日 17:00まで'],
  [{ every: 'month', day: 31, time: '09:30' }, '毎月31日 09:30まで'],
] as const)('says when rounds are due', (schedule, text) => {
  expect(
    roundScheduleText(
      schedule.every === 'day' ? { ...schedule, weekdays: [...schedule.weekdays] } : schedule,
    ),
  ).toBe(text)
})
