import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, instant } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { judgingFields } from './rule.ts'

/** Days that the list of noisy rules looks back. */
export const noiseDays = 90
/** Sources in the list of noisy rules, at most. */
export const mostNoisy = 10
/** Meters of a rule that 試算 of a quieter one takes, at most. */
export const mostTriedMeters = 3

const count = z.int().check(z.nonnegative())

/** An alert rule, or the abnormal range of a meter, that opens many alerts. */
const noiseSourceSchema = z
  .object({
    rule_id: withDescription(z.nullable(id), 'null: the abnormal range of a meter'),
    meter_id: withDescription(z.nullable(id), 'the meter of the range; null: a rule'),
    name: withDescription(z.string(), 'of the rule or the meter'),
    meter_count: withDescription(count, 'meters at which it opened alerts'),
    alerts: withDescription(count, 'that it opened in 90 days, as it judges today'),
    alerts_per_week: withDescription(
      z.number().check(z.nonnegative()),
      'of the time since a rule last changed, where that is shorter than 90 days, but at least of one week',
    ),
    alerts_at_night: withDescription(count, 'that opened between 22:00 and 6:00'),
    confirmed: withDescription(count, 'that a person confirmed'),
    commented: withDescription(count, 'of `confirmed`, those with a comment'),
    ended_unconfirmed: withDescription(count, 'that ended and were never confirmed'),
  })
  .register(z.globalRegistry, { id: 'NoiseSource' })
export type NoiseSource = z.infer<typeof noiseSourceSchema>

const judged = z.object(judgingFields)

/** 試算 of a noisy rule and of a quieter one. */
const quieterSchema = z
  .object({
    meters: withDescription(count, `of 試算: those with the most alerts, at most ${mostTriedMeters}`),
    readings: withDescription(count, 'that were judged'),
    rule: withDescription(judged, 'as it is; of an abnormal range, a rule that opens the same alerts'),
    cases: withDescription(count, 'that it opens in 90 days'),
    proposed: withDescription(
      z.nullable(z.object({ rule: judged, cases: count })),
      'a quieter rule; null: there is a problem',
    ),
    problem: withDescription(
      z.nullable(z.enum(['no_readings', 'no_cases', 'not_quieter'])),
      'why there is no proposal: no readings to judge, 試算 opens no alert today, or no proposal opens at most half of them',
    ),
  })
  .register(z.globalRegistry, { id: 'QuieterRule' })
export type QuieterRule = z.infer<typeof quieterSchema>

export const noiseEndpoints = {
  noise: endpoint({
    method: 'GET',
    path: '/api/v1/alert-rules/noise',
    access: 'user',
    summary: `The ${mostNoisy} alert rules and abnormal ranges that opened the most alerts in ${noiseDays} days, of those with more than one a week`,
    data: z.object({ from: instant, sources: z.array(noiseSourceSchema) }),
  }),
  quieterRule: endpoint({
    method: 'GET',
    path: '/api/v1/alert-rules/quieter',
    access: 'user',
    summary:
      'A quieter rule for a noisy one or for the abnormal range of a meter, with 試算 of both; nothing is stored',
    query: z
      .object({
        rule_id: z.optional(idParam),
        meter_id: withDescription(
          z.optional(idParam),
          'of an abnormal range; exactly one of the two is given',
        ),
      })
      .check(
        z.refine(({ rule_id: rule, meter_id: meter }) => (rule === undefined) !== (meter === undefined), {
          path: ['rule_id'],
          error: 'rule_id と meter_id のどちらか1つを指定してください',
        }),
      ),
    data: quieterSchema,
    errors: ['not_found'],
  }),
}
