import * as z from 'zod/mini'
import { parseNumberValue } from '../text/parseNumber.ts'

/** The text of a whole number from `least` to `most`. */
export const wholeNumber = (most: number, least = 1) =>
  z.string().check(
    z.refine((text) => {
      const value = parseNumberValue(text)
      return value != null && Number.isInteger(value) && value >= least && value <= most
    }, `${least}から${most}までの整数を入力してください`),
  )
