import { parseNumber } from '../../../ui/text/parseNumber.ts'

type ParsedValue = { ok: true; value: number } | { ok: false; message: string }

/** Parses a typed value with at most the meter's decimals. */
export function parseValue(text: string, decimalPoint: number | null): ParsedValue {
  const typed = parseNumber(text)
  if (typed === null) return { ok: false, message: '測定値を入力してください' }
  if (typed === undefined) return { ok: false, message: '数値を入力してください' }
  if (decimalPoint !== null && typed.decimals > decimalPoint) {
    const message =
      decimalPoint === 0 ? '整数で入力してください' : `小数点以下は${decimalPoint}桁までで入力してください`
    return { ok: false, message }
  }
  return { ok: true, value: typed.value }
}
