export type ParsedValue = { ok: true; value: number } | { ok: false; message: string }

/** Reads a typed value: half or full width, at most as many decimals as the meter shows. */
export function parseValue(text: string, decimalPoint: number | null): ParsedValue {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim()
  if (plain === '') return { ok: false, message: '測定値を入力してください' }
  if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return { ok: false, message: '数値を入力してください' }
  const decimals = plain.split('.')[1]?.length ?? 0
  if (decimalPoint !== null && decimals > decimalPoint) {
    const message =
      decimalPoint === 0 ? '整数で入力してください' : `小数点以下は${decimalPoint}桁までで入力してください`
    return { ok: false, message }
  }
  const value = Number(plain)
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, message: '数値を入力してください' }
}
