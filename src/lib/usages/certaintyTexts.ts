import type { UsageMark } from '../../../contract/usage/usage.ts'

/** Returns how far a usage that is known can be relied on: 推計 or 認定, and 修正. */
export const certaintyTexts = ({
  mark,
  isCorrected,
}: {
  mark: UsageMark
  isCorrected: boolean
}): string[] => [
  ...(mark === 'interpolated' ? ['推計'] : mark === 'estimated' ? ['認定'] : []),
  ...(isCorrected ? ['修正'] : []),
]
