import type { AllocationProblem } from '../../../contract/usage/allocation.ts'
import type { AllocationMethod } from '../../../contract/usage/allocationMethods.ts'
import type { UsageMark } from '../../../contract/usage/usage.ts'

export const allocationMethodNames: Record<AllocationMethod, string> = {
  none: '按分しない',
  usage: '子メーターの使用量の割合',
  shares: '固定の割合',
}

export const allocationProblemTexts: Record<AllocationProblem, string> = {
  usage_unknown: '使用量が不明のため、按分できません。',
  no_children: '子メーターがないため、按分できません。',
  other_unit: '単位の違う子メーターがあるため、按分できません。',
  child_unknown: '使用量が不明の子メーターがあるため、按分できません。',
  child_negative: '使用量がマイナスの子メーターがあるため、按分できません。',
  children_zero: '子メーターの使用量がすべて0のため、按分できません。',
}

/** Children whose first reading is not before the end of the month. */
export const leftOutText = (names: readonly string[]): string =>
  `検針の開始前のため数えない子メーター: ${names.join('、')}`

/** How far the usage that is allocated can be relied on, as on 使用量; nothing where it was read. */
export const usageMarkNames: Record<UsageMark, string> = {
  exact: '',
  interpolated: '推計',
  estimated: '認定',
  unknown: '',
}
