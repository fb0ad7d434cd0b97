/** A range as shown to people: `0.2 〜 0.8`. Either end may be empty. */
export const rangeText = (start: string | number, end: string | number): string => `${start} 〜 ${end}`.trim()

const decimalsOf = (value: number): number => String(Number(value.toFixed(6))).split('.')[1]?.length ?? 0

/** For a meter without its own: as many decimals as the longer end has, at most 6. */
export const rangeDecimals = (start: number, end: number): number =>
  Math.max(decimalsOf(start), decimalsOf(end))
