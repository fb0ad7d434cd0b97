import type { Range } from '../../../contract/ranges.ts'
import { typedText } from '../text/numberText.ts'
import { typedValue } from '../text/typedValue.ts'

/** Either both are set or none. Numbers as typed. */
export interface Bounds {
  on: boolean
  start: string
  end: string
}

const written = (value: number | null) => (value === null ? '' : typedText(value, null))

/** Initial values for editing. */
export const boundsOf = (start: number | null, end: number | null): Bounds => ({
  on: start !== null && end !== null,
  start: written(start),
  end: written(end),
})

/** Null when switched off or invalid. */
export const numbersOf = ({ on, start, end }: Bounds): Range =>
  on ? { start: typedValue(start) ?? null, end: typedValue(end) ?? null } : { start: null, end: null }
