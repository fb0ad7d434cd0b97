import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { id, idParam, instant, localTime, newValue, requiredText, value } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { closedMonthsHeaders } from '../closing/closedMonths.ts'

const proposedBases = ['last_year', 'previous', 'mean'] as const
/** What an estimate follows from: a proposal, or `typed` by a person. */
export const estimateBases = [...proposedBases, 'typed'] as const
export type EstimateBasis = (typeof estimateBases)[number]
export type ProposedBasis = (typeof proposedBases)[number]

/** 認定: the index that a counter is taken to have shown at a moment when nobody read it. */
export const estimateSchema = z
  .object({
    id,
    meter_id: id,
    at: instant,
    value: withDescription(value, 'the index of the counter, not multiplied'),
    basis: z.enum(estimateBases),
    reason: z.string(),
    user: withDescription(z.nullable(z.object({ id, username: z.string() })), 'null: no member any more'),
    created_at: instant,
  })
  .register(z.globalRegistry, { id: 'MeterEstimate' })
export type Estimate = z.infer<typeof estimateSchema>

const estimateCreate = z.strictObject({
  at: withDescription(localTime, 'not in the future, and not that of a reading or another estimate'),
  value: withDescription(
    newValue.check(z.nonnegative()),
    'the index of the counter, not multiplied; not below that of the reading or estimate before, unless the counter can have rolled over',
  ),
  basis: z.enum(estimateBases),
  reason: requiredText,
})
export type EstimateCreate = z.infer<typeof estimateCreate>

const proposalSchema = z
  .object({
    basis: withDescription(
      z.enum(proposedBases),
      '`last_year`: the same period a year ago; `previous`: the month before the period; `mean`: the three months before it; each a day',
    ),
    value: withDescription(value, 'the index to estimate'),
    usage: withDescription(
      z.nullable(z.number()),
      'of the period, with this estimate, multiplied; null: the index at its start is not known',
    ),
  })
  .register(z.globalRegistry, { id: 'EstimateProposal' })
export type EstimateProposal = z.infer<typeof proposalSchema>

const params = z.object({ id: idParam })

export const estimateEndpoints = {
  meterEstimates: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/estimates',
    access: 'user',
    summary: 'Indices of a meter that people estimated, latest first',
    params,
    data: z.array(estimateSchema),
    errors: ['not_found'],
    subject: 'meter',
  }),
  meterEstimateProposals: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/estimate-proposals',
    access: 'user',
    summary:
      'What the index at the end of a period may be estimated at, by earlier usages; those that are known',
    params,
    query: z.object({ from: withDescription(localTime, 'the start of the period'), at: localTime }),
    data: z.array(proposalSchema),
    errors: ['not_found'],
    subject: 'meter',
  }),
  createMeterEstimate: endpoint({
    method: 'POST',
    path: '/api/v1/meters/{id}/estimates',
    access: 'user',
    summary: 'Estimate an index; the next reading settles it',
    params,
    headers: closedMonthsHeaders,
    body: estimateCreate,
    data: estimateSchema,
    errors: ['not_found', 'closed_months_change'],
    subject: 'meter',
  }),
  deleteMeterEstimate: endpoint({
    method: 'DELETE',
    path: '/api/v1/meters/{id}/estimates/{estimate_id}',
    access: 'user',
    summary: 'Withdraw an estimate; the meter’s history keeps it',
    params: z.object({ id: idParam, estimate_id: idParam }),
    headers: closedMonthsHeaders,
    data: z.object({ id }),
    errors: ['not_found', 'closed_months_change'],
    subject: 'meter',
  }),
}
