import type { Range } from '../../../contract/ranges.ts'
import { typedValue } from '../../lib/typedValue.ts'
import { typedText } from '../text/numberText.ts'

/** Two bounds that are either both there or both not. Numbers as typed. */
export interface Bounds {
  on: boolean
  start: string
  end: string
}

const written = (value: number | null) => (value === null ? '' : typedText(value, null))

/** What editing two bounds begins with. */
export const boundsOf = (start: number | null, end: number | null): Bounds => ({
  on: start !== null && end !== null,
  start: written(start),
  end: written(end),
})

/** The two as numbers: none where they are switched off or are no numbers. */
export const numbersOf = ({ on, start, end }: Bounds): Range =>
  on ? { start: typedValue(start) ?? null, end: typedValue(end) ?? null } : { start: null, end: null }
