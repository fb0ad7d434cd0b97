// Covers docs/requirements.md: 495

import { expect, it } from 'vitest'
import { roundSchedule } from '../../../contract/rounds.ts'
import { routeChanges, scheduleFormSchema, scheduleValuesOf, typedSchedule } from './scheduleForm.ts'

const person = { id: 4, username: '点検 太郎' }
const values = scheduleValuesOf({
  schedule: { every: 'day', weekdays: [1, 5], time: '10:00' },
  assignee: person,
})

it('only what differs is sent: another schedule would begin the round anew', () => {
  expect(routeChanges(values, values)).toEqual({})
  expect(routeChanges(values, { ...values, weekdays: ['5', '1'] })).toEqual({})
  expect(routeChanges(values, { ...values, assigneeId: null })).toEqual({ assignee_id: null })
  expect(routeChanges(values, { ...values, every: 'none' })).toEqual({ schedule: null })
})

it.each([
  [{ weekdays: ['5', '0'] }, { every: 'day', weekdays: [0, 5], time: '10:00' }],
  [
    { every: 'week', weekday: '3' },
    { every: 'week', weekday: 3, time: '10:00' },
  ],
  [
    { every: 'month', day: '３１' },
    { every: 'month', day: 31, time: '10:00' },
  ],
] as const)('a schedule that is typed is one that the server takes', (typed, schedule) => {
  const given = { ...values, ...typed, weekdays: 'weekdays' in typed ? [...typed.weekdays] : values.weekdays }
  expect(typedSchedule(given)).toEqual(schedule)
  expect(roundSchedule.safeParse(schedule).success).toBe(true)
})

it.each([
  [{ weekdays: [] }, 'weekdays'],
  [{ every: 'month' as const, day: '32' }, 'day'],
  [{ every: 'week' as const, time: '' }, 'time'],
])('%o is refused at its field', (typed, field) => {
  const { error } = scheduleFormSchema.safeParse({ ...values, ...typed })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})
