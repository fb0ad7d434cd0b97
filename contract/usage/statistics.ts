import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { calendarDate, id, idListParam, instant, value } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { maxUsages } from './usages.ts'

const extremeSchema = z
  .object({
    value,
    at: withDescription(instant, 'when it was measured'),
    reading_id: withDescription(id, 'one of the readings with this value'),
    is_unsure: withDescription(z.boolean(), 'a person should look at the value before it is relied on'),
    is_corrected: withDescription(z.boolean(), 'a person corrected it'),
  })
  .register(z.globalRegistry, { id: 'ReadingExtreme' })

/** Between which values a meter that does not count up was in a period. */
const statisticsSchema = z
  .object({
    meter_id: id,
    from: instant,
    to: withDescription(instant, 'exclusive'),
    count: withDescription(
      z.int().check(z.nonnegative()),
      'readings with a value, without those of an unconfirmed time; all numbers are of them',
    ),
    maximum: withDescription(z.nullable(extremeSchema), 'null: nothing was measured'),
    minimum: withDescription(z.nullable(extremeSchema), 'null: nothing was measured'),
    mean: withDescription(
      z.nullable(z.number()),
      'the sum of their values by their number, each counted once; null: nothing was measured',
    ),
  })
  .register(z.globalRegistry, { id: 'ReadingStatistics' })
export type StatisticsRow = z.infer<typeof statisticsSchema>

export const statisticsEndpoints = {
  readingStatistics: endpoint({
    method: 'GET',
    path: '/api/v1/meters-values/statistics',
    access: 'user',
    summary:
      'Maximum, minimum and mean of meters that do not count up, by hour, day or month, by meter and time',
    query: z.object({
      meter_ids: withDescription(
        z.optional(idListParam),
        'all that do not count up when absent; meters that count up are left out',
      ),
      period: z.enum(['hour', 'day', 'month']),
      from: withDescription(
        calendarDate,
        'in the organization’s zone, of the years 1900 to 2999; periods are complete, so that the first one contains it',
      ),
      to: withDescription(calendarDate, `inclusive; at most ${maxUsages} rows are returned at once`),
    }),
    data: z.array(statisticsSchema),
  }),
}
