import * as z from 'zod/mini'
import { deviceInstant, isNumeric } from '../../../contract/device-api.ts'
import type { DeviceState } from './accept-report.ts'
import type { ReportedTime } from './measured-time.ts'
import type { NewReport } from './repository.ts'

/** A remark in Japanese, without a full stop. */
type Remark = (text: string) => void

interface Detail {
  label: string
  unit: string
  min: number
  max: number
  /** Numbers outside are no measurement: devices send codes for what they do not know (255 %, 31 dBm). */
  possible?: [min: number, max: number]
}

const battery: Detail = { label: '電池', unit: ' %', min: 0, max: 100, possible: [-200, 200] }
const dbm: Detail = { label: '電波強度', unit: ' dBm', min: -200, max: 0, possible: [-200, 10] }
const runningTime: Detail = { label: '稼働時間', unit: ' 秒', min: 0, max: 2_000_000_000 }
/** 0 schedule, 1 button, 2 other. */
const wakeupReason: Detail = { label: '起動要因', unit: '', min: 0, max: 2 }

/** Characters of a value that a remark repeats. */
const longestShown = 20
/** Characters of a time. The patterns that read it take time with the square of the length. */
const longestTime = 100
const logLimit = 20_000
const errorLimit = 1000
const maxErrors = 100

/**
 * A device’s state as far as the report says something usable of it. Numbers are rounded and clamped to what can be
 * stored, and everything else is left out, with a remark: a side detail must not cost a reading.
 */
export const stateOf = (
  given: { battery?: unknown; dbm?: unknown; runningTime?: unknown },
  remark: Remark,
): DeviceState => ({
  batteryPer: numberOf(battery, given.battery, remark),
  dbm: numberOf(dbm, given.dbm, remark),
  runningTime: numberOf(runningTime, given.runningTime, remark),
})

export function wakeupReasonOf(given: unknown, remark: Remark): NewReport['wakeupReason'] {
  const number = numberOf(wakeupReason, given, remark)
  return ([0, 1, 2] as const).find((reason) => reason === number) ?? null
}

/** When a device measured by its own clock. */
export function reportedTimeOf(given: unknown): ReportedTime {
  if (given === undefined || given === null) return { text: '', at: null, format: 'iso' }
  const text = textOf(given).trim()
  const parsed = text.length > longestTime ? null : z.safeDecode(deviceInstant, text)
  return { text, at: parsed?.success === true ? new Date(parsed.data) : null, format: 'iso' }
}

/** When a device sent a report by its own clock; null where it does not say so, or not readably. */
export function sentAtOf(given: unknown, remark: Remark): Date | null {
  if (given === undefined || given === null) return null
  const { at } = reportedTimeOf(given)
  if (at === null) remark(`送信日時${shown(given)}は日時として読めないため無視しました`)
  return at
}

/** A text, or an array of lines. */
export function logsOf(given: unknown, remark: Remark): string | null {
  if (given === undefined || given === null) return null
  const text = Array.isArray(given) ? given.map(textOf).join('\n') : textOf(given)
  if (text.length > logLimit) remark(`ログ ${text.length} 文字のうち最初の ${logLimit} 文字を記録しました`)
  return text.slice(0, logLimit).toWellFormed()
}

/** Texts of errors, or a single one. */
export function errorsOf(given: unknown, remark: Remark): string[] {
  if (given === undefined || given === null) return []
  const texts = (Array.isArray(given) ? given : [given]).map(textOf).filter((text) => text !== '')
  if (texts.length > maxErrors) remark(`エラー ${texts.length} 件のうち最初の ${maxErrors} 件を記録しました`)
  return texts.slice(0, maxErrors).map((text) => {
    if (text.length > errorLimit)
      remark(`エラー ${text.length} 文字のうち最初の ${errorLimit} 文字を記録しました`)
    return text.slice(0, errorLimit).toWellFormed()
  })
}

function numberOf(
  { label, unit, min, max, possible }: Detail,
  given: unknown,
  remark: Remark,
): number | null {
  // JSON’s way of saying nothing.
  if (given === undefined || given === null) return null
  const text = typeof given === 'string' ? given.trim() : given
  if (text === '') {
    remark(`${label}の値が空のため無視しました`)
    return null
  }
  const number = typeof text === 'string' && isNumeric.test(text) ? Number(text) : text
  if (typeof number !== 'number' || Number.isNaN(number)) {
    remark(`${label}の値${shown(given)}は数値でないため無視しました`)
    return null
  }
  const sent = `${label} ${String(text).slice(0, longestShown)}${unit}`
  if (possible !== undefined && (number < possible[0] || number > possible[1])) {
    remark(`${sent} はありえない値のため無視しました`)
    return null
  }
  // Adding 0 turns -0 into 0.
  const kept = Math.min(Math.max(Math.round(number), min), max) + 0
  if (kept !== number) remark(`${sent} は ${kept}${unit} として記録しました`)
  return kept
}

const shown = (given: unknown): string => {
  const text = textOf(given)
  return `「${text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text}」`
}

export const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
