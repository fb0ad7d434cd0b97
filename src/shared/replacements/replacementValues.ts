import * as z from 'zod/mini'
import type { Meter } from '../../../contract/meters.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../contract/values/consumption.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'

/** What is typed about a replacement of a meter. */
export interface ReplacementValues {
  oldEnd: string
  newStart: string
}

export const noReplacementValues: ReplacementValues = { oldEnd: '', newStart: '0' }

const isNumber = (text: string) => typeof parseNumberValue(text) === 'number'

const fits = (meter: Parameters<typeof exceedsDigits>[1]) =>
  z.refine<string>(
    (text) => !exceedsDigits(Number(parseNumberValue(text) ?? 0), meter),
    exceedsDigitsText(meter),
  )

/** `most`: what the new meter shows already, also with its unit. */
export const replacementShape = (
  { digit_number: digits, decimal_point: decimals }: Pick<Meter, 'digit_number' | 'decimal_point'>,
  most = { value: Number.POSITIVE_INFINITY, text: '' },
) => ({
  oldEnd: z.string().check(
    z.refine((text) => text.trim() === '' || isNumber(text), {
      error: '数値を入力してください',
      abort: true,
    }),
    fits({ digits, decimals }),
  ),
  newStart: z.string().check(
    z.refine(isNumber, { error: '数値を入力してください', abort: true }),
    fits({ digits, decimals }),
    z.refine(
      (text) => Number(parseNumberValue(text)) <= most.value,
      `いまの測定値（${most.text}）以下にしてください`,
    ),
  ),
})

/** In the meter's unit. `oldEnd` null: nobody read it. */
export const parseReplacement = ({ oldEnd, newStart }: ReplacementValues) => ({
  oldEnd: parseNumberValue(oldEnd) ?? null,
  newStart: Number(parseNumberValue(newStart)),
})
