import * as z from 'zod/mini'
import { areComplete } from '../../../../contract/usage/allocation.ts'
import type { AllocationMethod } from '../../../../contract/usage/allocationMethods.ts'
import { shareDecimals } from '../../../../contract/usage/allocations.ts'
import { decimal, plus, toNumber, zero } from '../../../../contract/usage/decimal.ts'
import { parseNumber } from '../../../ui/text/parseNumber.ts'

export interface ShareValues {
  /** Null: not chosen yet. */
  costBearerId: number | null
  percent: string
}

export interface RuleValues {
  month: string
  method: AllocationMethod
  shares: ShareValues[]
}

function isPercent(text: string): boolean {
  const typed = parseNumber(text)
  return typed != null && typed.value > 0 && typed.value <= 100 && typed.decimals <= shareDecimals
}

const percentsOf = (shares: readonly ShareValues[]): number[] =>
  shares.flatMap(({ percent }) => (isPercent(percent) ? (parseNumber(percent)?.value ?? []) : []))

/** The sum of the shares that are typed, in per cent. */
export const sumOfShares = (shares: readonly ShareValues[]): number =>
  toNumber(percentsOf(shares).map(decimal).reduce(plus, zero))

const share = z.object({
  costBearerId: z.number('負担先を選択してください'),
  percent: z.string().check(
    z.refine(isPercent, {
      error: `0 より大きく 100 以下の数値を、小数点以下${shareDecimals}桁までで入力してください`,
      abort: true,
    }),
  ),
})
const sharesSchema = z.array(share).check(
  z.superRefine((shares, context) => {
    const seen = new Set<number>()
    for (const [index, { costBearerId }] of shares.entries()) {
      if (seen.has(costBearerId))
        context.addIssue({
          code: 'custom',
          path: [index, 'costBearerId'],
          message: '同じ負担先は一度だけ選択できます',
        })
      seen.add(costBearerId)
    }
    if (!areComplete(percentsOf(shares)))
      context.addIssue({
        code: 'custom',
        path: [0, 'percent'],
        message: '合計を 100 % にしてください',
      })
  }),
)
const fields = z.object({ month: z.string() })
export const ruleFormSchema = z.discriminatedUnion('method', [
  z.extend(fields, { method: z.literal('shares'), shares: sharesSchema }),
  z.extend(fields, { method: z.enum(['none', 'usage']) }),
])
