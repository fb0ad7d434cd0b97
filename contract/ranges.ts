/** Two bounds of a meter; it has both or neither. */
export interface Range {
  start: number | null
  end: number | null
}

/** Refused wherever a range is set: nobody can tell which values were meant. */
export const isInverted = ({ start, end }: Range): boolean => start !== null && end !== null && start > end

/** Beside the end of a range that is upside down. */
export const invertedRangeText = '終了値は開始値以上にしてください'

/**
 * Whether no value of the measuring range is abnormal. Allowed, since a gauge may run beyond its range, but more often
 * a slip.
 */
export function isDisjoint(abnormal: Range, measuring: Range): boolean {
  const { start, end } = abnormal
  const { start: lowest, end: highest } = measuring
  if (start === null || end === null || lowest === null || highest === null) return false
  return end < lowest || start > highest
}
/** A range as people read it on screens, in mails and in notifications: `0.2 〜 0.8`. Either end may be missing. */
export const rangeText = (start: string | number, end: string | number): string => `${start} 〜 ${end}`.trim()
