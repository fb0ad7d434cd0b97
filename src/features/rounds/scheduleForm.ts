import * as z from 'zod/mini'
import type { Round, RoundSchedule } from '../../../contract/rounds.ts'
import type { RouteUpdate } from '../../lib/mutations/roundMutations.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'

export const everyChoices = ['none', 'day', 'week', 'month'] as const

export interface ScheduleValues {
  every: (typeof everyChoices)[number]
  /** Sunday is 0; as chips give them. */
  weekdays: string[]
  weekday: string
  day: string
  time: string
  assigneeId: number | null
}

const workdays = ['1', '2', '3', '4', '5']

export function scheduleValuesOf({
  schedule,
  assignee,
}: Pick<Round, 'schedule' | 'assignee'>): ScheduleValues {
  return {
    every: schedule?.every ?? 'none',
    weekdays: schedule?.every === 'day' ? schedule.weekdays.map(String) : workdays,
    weekday: schedule?.every === 'week' ? String(schedule.weekday) : '1',
    day: schedule?.every === 'month' ? String(schedule.day) : '1',
    time: schedule?.time ?? '17:00',
    assigneeId: assignee?.id ?? null,
  }
}

const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '時刻を入力してください'))
const isDay = (day: unknown) => typeof day === 'number' && Number.isInteger(day) && day >= 1 && day <= 31

export const scheduleFormSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('none') }),
  z.object({
    every: z.literal('day'),
    weekdays: z.array(z.string()).check(z.minLength(1, '曜日を選択してください')),
    time,
  }),
  z.object({ every: z.literal('week'), time }),
  z.object({
    every: z.literal('month'),
    day: z
      .string()
      .check(z.refine((text) => isDay(parseNumberValue(text)), '1 〜 31 の整数を入力してください')),
    time,
  }),
])

/** Null: none. */
function scheduleOf({ every, weekdays, weekday, day, time }: ScheduleValues): RoundSchedule | null {
  switch (every) {
    case 'none':
      return null
    case 'day':
      return { every, weekdays: weekdays.map(Number).sort((a, b) => a - b), time }
    case 'week':
      return { every, weekday: Number(weekday), time }
    case 'month':
      return { every, day: parseNumberValue(day) ?? 0, time }
  }
}

/** What is typed, where it is complete; null: no schedule. */
export const typedSchedule = (values: ScheduleValues): RoundSchedule | null | undefined =>
  scheduleFormSchema.safeParse(values).success ? scheduleOf(values) : undefined

/** Only what differs: another schedule begins the present round anew. */
export function routeChanges(before: ScheduleValues, after: ScheduleValues): RouteUpdate {
  const [old, schedule] = [scheduleOf(before), scheduleOf(after)]
  return {
    ...(JSON.stringify(old) !== JSON.stringify(schedule) && { schedule }),
    ...(before.assigneeId !== after.assigneeId && { assignee_id: after.assigneeId }),
  }
}

/** Field by path of the server’s issue. */
export const fieldOfIssue = {
  'schedule.time': 'time',
  'schedule.weekdays': 'weekdays',
  'schedule.day': 'day',
  assignee_id: 'assigneeId',
}
