import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { calendarDate, flagParam, id, idListParam, instant, value } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { usageMarks } from './usage.ts'

/** Rows of one answer, at most: 800 meters for a day by the hour, 1,600 for a year by the month. */
export const maxUsages = 20_000

/** Periods of the calendar, whose usage is interpolated. */
export type CalendarPeriod = 'hour' | 'day' | 'month'
const usagePeriods = ['hour', 'day', 'month', 'closing'] as const

const boundarySchema = z
  .object({
    value: withDescription(value, 'the index of the counter, not multiplied'),
    at: instant,
    reading_ids: withDescription(
      z.array(id),
      'the reading of that moment, or the ones before and after it; those of a replacement are left out',
    ),
  })
  .register(z.globalRegistry, { id: 'UsageBoundary' })

/** A part of a usage: one meter between two indices, with one multiplier. */
const segmentSchema = z
  .object({
    start: z.object({ value, at: instant }),
    end: z.object({ value, at: instant }),
    multiplier: z.number(),
    usage: withDescription(z.number(), 'multiplied; more than the difference where the counter rolled over'),
  })
  .register(z.globalRegistry, { id: 'UsageSegment' })

/** What a meter that counts up counted in a period. */
export const usageSchema = z
  .object({
    meter_id: id,
    from: instant,
    to: withDescription(instant, 'exclusive'),
    usage: withDescription(z.nullable(z.number()), 'in the meter’s unit, multiplied; null: unknown'),
    mark: withDescription(
      z.enum(usageMarks),
      '`exact`: both indices were read; `interpolated`: one lies between two readings at most 45 days apart; `estimated`: one depends on a person’s estimate; `unknown`: there is no usage',
    ),
    is_corrected: withDescription(
      z.boolean(),
      'a person corrected a reading on which an index of it depends',
    ),
    start: withDescription(z.optional(z.nullable(boundarySchema)), 'null: unknown; absent: not asked for'),
    end: withDescription(z.optional(z.nullable(boundarySchema)), 'null: unknown; absent: not asked for'),
    so_far: withDescription(
      z.optional(z.object({ usage: z.number(), mark: z.enum(usageMarks), end: boundarySchema })),
      'if asked for: where the usage is unknown, that until the last index in the period; absent: there is none',
    ),
    segments: withDescription(z.optional(z.array(segmentSchema)), 'if asked for'),
  })
  .register(z.globalRegistry, { id: 'Usage' })
export type UsageRow = z.infer<typeof usageSchema>

export const usageEndpoints = {
  usages: endpoint({
    method: 'GET',
    path: '/api/v1/usages',
    access: 'user',
    summary:
      'What meters that count up counted by hour, day, month or from closing to closing, by meter and time',
    query: z.object({
      meter_ids: withDescription(
        z.optional(idListParam),
        'all that count up when absent; meters that do not count up are left out',
      ),
      period: withDescription(
        z.enum(usagePeriods),
        '`closing`: the periods of closing cycles whose closing date lies in the range, from one closing reading to the next; closed ones as they were closed',
      ),
      from: withDescription(
        calendarDate,
        'in the organization’s zone, of the years 1900 to 2999; periods are complete, so that the first one contains it',
      ),
      to: withDescription(calendarDate, `inclusive; at most ${maxUsages} rows are returned at once`),
      so_far: withDescription(
        z.optional(flagParam),
        '1: of a period whose end is not known, also what was counted until the last index in it; not with `closing`',
      ),
      boundaries: withDescription(
        z.optional(flagParam),
        '0: without `start` and `end`, which halves the answer; not with `closing`',
      ),
      segments: withDescription(
        z.optional(flagParam),
        '1: also the parts of which each usage is the sum; of `so_far` where it is unknown; not with `closing`',
      ),
    }),
    data: z.array(usageSchema),
  }),
}
