import { type Decimal, decimal, minus, quotient, times, toNumber } from './decimal.ts'

const day = 86_400_000
/** Decimals of a usage a day, which is only compared with others. */
const decimals = 12

/** Returns the usage a day, so that periods of different lengths can be compared. `length` in milliseconds. */
export const perDay = (usage: Decimal, length: number): Decimal =>
  quotient(times(usage, decimal(day)), decimal(length), decimals)

/** Returns by how many per cent a usage differs from another one, to one decimal; null if that one is not above 0. */
export const percentChange = (usage: Decimal, other: Decimal): number | null =>
  other.units <= 0n ? null : toNumber(quotient(times(minus(usage, other), decimal(100)), other, 1))
