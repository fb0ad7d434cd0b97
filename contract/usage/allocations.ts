import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { isUnique } from '../calls/isUnique.ts'
import { id, idListParam, idParam, instant } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { closingMonth } from '../closing/closingDates.ts'
import { allocationProblems, areComplete } from './allocation.ts'
import { allocationMethods } from './allocationMethods.ts'
import { decimal } from './decimal.ts'
import { usageMarks } from './usage.ts'

/** Cost bearers that share the usage of one meter, at most. */
export const maxShares = 200
/** Decimals of a share in per cent. */
export const shareDecimals = 4

const methodText =
  '`usage`: by the usages of its children, with what none of them has counted; `shares`: by fixed shares of cost bearers'

export const incompleteSharesText = '割合の合計が100%になるように入力してください'

const shareSchema = z.strictObject({
  cost_bearer_id: id,
  percent: z.number().check(
    z.positive(),
    z.lte(100),
    z.refine(
      (percent) => decimal(percent).scale <= shareDecimals,
      `割合は小数点以下${shareDecimals}桁までで指定してください`,
    ),
  ),
})

const rule = {
  method: withDescription(z.enum(allocationMethods), `${methodText}; \`none\`: no longer`),
  shares: withDescription(
    z.array(shareSchema).check(z.maxLength(maxShares)),
    'add up to 100; empty unless `method` is `shares`',
  ),
}

/** 按分の方法: how the usage of a meter is allocated from a month on, until the next rule. */
export const allocationRuleSchema = z
  .object({ from_month: closingMonth, ...rule })
  .register(z.globalRegistry, { id: 'MeterAllocationRule' })
export type AllocationRule = z.infer<typeof allocationRuleSchema>

const ruleUpdate = z.strictObject(rule).check(
  z.refine(({ method, shares }) => method !== 'shares' || areComplete(shares.map(({ percent }) => percent)), {
    path: ['shares'],
    error: incompleteSharesText,
  }),
  z.refine(({ method, shares }) => method === 'shares' || shares.length === 0, {
    path: ['shares'],
    error: '割合は固定割合の場合だけ指定できます',
  }),
  z.refine(({ shares }) => isUnique(shares.map((each) => each.cost_bearer_id)), {
    path: ['shares'],
    error: '同じ負担先は一度だけ指定できます',
  }),
)
export type AllocationRuleUpdate = z.infer<typeof ruleUpdate>

const usage = withDescription(z.nullable(z.number()), 'in the meter’s unit, multiplied; null: unknown')

export const allocationSchema = z
  .object({
    method: withDescription(z.enum(['usage', 'shares']), methodText),
    problem: withDescription(
      z.nullable(z.enum(allocationProblems)),
      'why it is not allocated; null: it is, and the parts add up to the usage exactly',
    ),
    difference: withDescription(
      z.nullable(z.number()),
      'the usage minus that of the children; null: unknown, or by fixed shares',
    ),
    parts: z.array(
      z.object({
        meter_id: withDescription(z.nullable(id), 'the child; null: by a fixed share'),
        cost_bearer_id: withDescription(z.nullable(id), 'that of the child, or of the share'),
        name: withDescription(z.string(), 'of the child, or of the cost bearer'),
        weight: withDescription(z.nullable(z.number()), 'usage of the child, null if unknown; or per cent'),
        usage: withDescription(
          z.nullable(z.number()),
          'the part, cut to the meter’s decimals by largest remainder; null: not allocated',
        ),
      }),
    ),
    left_out: withDescription(
      z.optional(z.array(z.object({ meter_id: id, name: z.string() }))),
      'children whose first reading is at the end of the month or later; missing by fixed shares, and in months that were closed by earlier versions',
    ),
  })
  .register(z.globalRegistry, { id: 'Allocation' })

const params = z.object({ id: idParam })
const oneOf = z.object({ id: idParam, month: withDescription(closingMonth, 'the first one it applies to') })

export const allocationEndpoints = {
  allocations: endpoint({
    method: 'GET',
    path: '/api/v1/allocations',
    access: 'user',
    summary:
      'How the usages of a calendar month are allocated to children or cost bearers; a closed month of a cycle keeps its own on the board',
    query: z.object({
      month: closingMonth,
      meter_ids: withDescription(z.optional(idListParam), 'of parents'),
    }),
    data: z.array(
      z.object({
        meter_id: id,
        from: instant,
        to: withDescription(instant, 'exclusive'),
        usage,
        mark: z.enum(usageMarks),
        allocation: allocationSchema,
      }),
    ),
  }),
  allocationRules: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/allocation-rules',
    access: 'user',
    summary: 'How the usage of a meter is allocated over time, newest first',
    params,
    data: z.array(allocationRuleSchema),
    errors: ['not_found'],
    subject: 'meter',
  }),
  setAllocationRule: endpoint({
    method: 'PUT',
    path: '/api/v1/meters/{id}/allocation-rules/{month}',
    access: 'user',
    summary: 'Allocate the usage of a meter from a month on; closed months stay as they were closed',
    params: oneOf,
    body: ruleUpdate,
    data: allocationRuleSchema,
    errors: ['not_found', 'reference_unknown'],
    subject: 'meter',
  }),
  deleteAllocationRule: endpoint({
    method: 'DELETE',
    path: '/api/v1/meters/{id}/allocation-rules/{month}',
    access: 'user',
    summary: 'Delete the rule that begins at a month: the one before applies longer',
    params: oneOf,
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'meter',
  }),
}
