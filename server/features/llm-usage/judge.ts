import { type CategoryType, categoryType } from '../../../contract/categories.ts'
import { sufficientConfidence } from '../../../contract/values/prior.ts'
import type { AskedMeter } from './prompt.ts'

interface Answer {
  value: number | null
  confidence: number
}

/** What our reader says. */
interface Ours {
  value: number | null
  secondChoice: number | null
}

/** `refusal`: why the answer does not count. */
export type Verdict = { refusal: null; value: number; confidence: number } | { refusal: string }

/** On the model’s word alone, or although a cumulative meter went backwards: a person should look at it. */
const aloneConfidence = 0.85
/** Of the range: needles agree within this. */
const tolerance = 0.02

/**
 * Whether a model’s answer counts: within range and digits, and either what our reader sees too or sure by itself.
 * Where both see the same, ours is kept, which is the finer of needles.
 */
export function judge({ value, confidence }: Answer, ours: Ours, meter: AskedMeter): Verdict {
  if (value === null) return { refusal: '読めないという回答です' }
  const refusal = whyImpossible(value, meter)
  if (refusal !== null) return { refusal }
  const same = [ours.value, ours.secondChoice]
    .filter((own) => own !== null)
    .find((own) => isSame(own, value, meter) && whyImpossible(own, meter) === null)
  if (same !== undefined) {
    const isBackwards = meter.floor !== null && same < meter.floor
    return { refusal: null, value: same, confidence: isBackwards ? aloneConfidence : sufficientConfidence }
  }
  if (confidence >= sufficientConfidence) return { refusal: null, value, confidence: aloneConfidence }
  return { refusal: '当方の読取の候補と合わず、回答も確かではありません' }
}

function whyImpossible(value: number, meter: AskedMeter): string | null {
  const { startValue: start, endValue: end } = meter
  if (start !== null && end !== null && (value < start || value > end)) return '測定範囲の外の値です'
  return fitsDigits(value, meter) ? null : '桁数に合わない値です'
}

const continuous = new Set<CategoryType>([
  categoryType.circle,
  categoryType.square,
  categoryType.level,
  categoryType.scale,
])

function fitsDigits(value: number, { type, digitNumber, decimalPoint }: AskedMeter): boolean {
  if (continuous.has(type)) return true
  const [whole = '', fraction = ''] = plainDigits(value).split('.')
  if (decimalPoint !== null && fraction.length > decimalPoint) return false
  if (digitNumber === null) return true
  const figures = whole === '0' ? 0 : whole.length
  return figures + (decimalPoint ?? fraction.length) <= digitNumber
}

/** Without sign and exponent. */
const plainDigits = (value: number): string =>
  Math.abs(value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 })

function isSame(own: number, value: number, { type, startValue: start, endValue: end }: AskedMeter): boolean {
  if (!continuous.has(type)) return own === value
  const span = start === null || end === null ? Math.abs(own) : end - start
  return Math.abs(own - value) <= tolerance * span
}
