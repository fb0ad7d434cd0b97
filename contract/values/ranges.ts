/** Two bounds of a meter; both or neither are set. */
export interface Range {
  start: number | null
  end: number | null
}

/** An inverted range is refused wherever a range is set. */
export const isInverted = ({ start, end }: Range): boolean => start !== null && end !== null && start > end

export const invertedRangeText = '上限は下限以上にしてください'

/**
 * Whether no value of the measuring range is abnormal. Allowed, since a gauge may run beyond its range, but usually a
 * mistake.
 */
export function isDisjoint(abnormal: Range, measuring: Range): boolean {
  const { start, end } = abnormal
  const { start: lowest, end: highest } = measuring
  if (start === null || end === null || lowest === null || highest === null) return false
  return end < lowest || start > highest
}
