import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/** Decisions of as many days are counted. */
export const statisticsDays = 90

/** Above this share of wrong values a meter is told about, if as many decisions are known. */
export const suspiciousShare = 0.05
export const leastDecisions = 20

const counted = z.object({
  decided: withDescription(z.int().check(z.nonnegative()), 'readings'),
  wrong: withDescription(z.int().check(z.nonnegative()), 'those of which the person kept another value'),
})
export type Counted = z.infer<typeof counted>

/** `moved`: the picture is not found where it should be; `digit`: mostly one digit is wrong; `picture`: neither. */
export const accuracyCauses = ['moved', 'digit', 'picture'] as const
export type AccuracyCause = (typeof accuracyCauses)[number]

const accuracySchema = z
  .object({
    id: withDescription(z.nullable(id), 'of the meter, category or device; null: without a device'),
    name: z.string(),
    sure: withDescription(counted, 'the reader was sure, and a person decided nevertheless'),
    unsure: withDescription(counted, 'the reader was not sure'),
    blind: withDescription(counted, 'a person typed the value without having seen it'),
    seconds: withDescription(
      z.nullable(z.number()),
      'median time between two decisions of a person; null: not known',
    ),
    digit: withDescription(
      z.nullable(z.int().check(z.positive())),
      'the digit that is wrong most often, counted from the right; null: none was wrong',
    ),
    cause: withDescription(
      z.nullable(z.enum(accuracyCauses)),
      'why a meter is probably read wrongly; null: less than one in twenty, too few decisions, or no meter',
    ),
  })
  .register(z.globalRegistry, { id: 'ReadingAccuracy' })
export type Accuracy = z.infer<typeof accuracySchema>

export const accuracyEndpoints = {
  reviewStatistics: endpoint({
    method: 'GET',
    path: '/api/v1/review/statistics',
    access: 'admin',
    summary: `How often people kept another value than the reader read, in the last ${statisticsDays} days, the worst first`,
    data: z.object({
      meters: z.array(accuracySchema),
      categories: z.array(accuracySchema),
      devices: z.array(accuracySchema),
    }),
  }),
}
