import type { CostBearer } from '../../../../contract/cost-bearers.ts'
import type { AllocationRule } from '../../../../contract/usage/allocations.ts'
import { nameIn } from '../../../lib/queries/masters.ts'
import { allocationMethodNames } from '../../../shared/allocations/allocationTexts.ts'

/** 固定の割合（1階 店舗 40 %、2階 事務所 60 %） */
export function ruleText({ method, shares }: AllocationRule, bearers: readonly CostBearer[]): string {
  const names = shares.map(
    ({ cost_bearer_id: id, percent }) => `${nameIn(bearers, id) ?? '負担先'} ${percent} %`,
  )
  return `${allocationMethodNames[method]}${names.length > 0 ? `（${names.join('、')}）` : ''}`
}
