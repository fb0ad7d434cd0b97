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

/** A range as shown to people: `0.2 〜 0.8`. Either end may be empty. */
export const rangeText = (start: string | number, end: string | number): string => `${start} 〜 ${end}`.trim()

const decimalsOf = (value: number): number => String(Number(value.toFixed(6))).split('.')[1]?.length ?? 0

/** For a meter without its own: as many decimals as the longer end has, at most 6. */
export const rangeDecimals = (start: number, end: number): number =>
  Math.max(decimalsOf(start), decimalsOf(end))
