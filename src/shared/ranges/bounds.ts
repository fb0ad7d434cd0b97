import type { Range } from '../../../contract/values/ranges.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'

/** Either both are set or none. Numbers as typed. */
export interface Bounds {
  on: boolean
  start: string
  end: string
}

const written = (value: number | null) => (value === null ? '' : formatForInput(value, null))

/** Initial values for editing. */
export const boundsOf = (start: number | null, end: number | null): Bounds => ({
  on: start !== null && end !== null,
  start: written(start),
  end: written(end),
})

/** Null when switched off or invalid. */
export const numbersOf = ({ on, start, end }: Bounds): Range =>
  on
    ? { start: parseNumberValue(start) ?? null, end: parseNumberValue(end) ?? null }
    : { start: null, end: null }
