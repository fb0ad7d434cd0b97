import * as z from 'zod/mini'
import { parseNumberValue } from '../text/parseNumber.ts'

/** The text of a whole number from 1 to `most`. */
export const wholeNumber = (most: number) =>
  z.string().check(
    z.refine((text) => {
      const value = parseNumberValue(text)
      return value != null && Number.isInteger(value) && value >= 1 && value <= most
    }, `1から${most}までの整数を入力してください`),
  )
