import type { RefusedRow } from '../../../contract/device-api.ts'
import { countRows } from './rows.ts'

/** Characters of one report’s text in the history of a device. */
const longest = 1000
/** Wrong fields of refused rows that a text names. */
const maxNamed = 10

/** Sentences for the history of a device; null without any. */
export function historyText(sentences: readonly (string | false | null)[]): string | null {
  const text = sentences
    .filter((sentence) => typeof sentence === 'string')
    .map((sentence) => (sentence.endsWith('。') ? sentence : `${sentence}。`))
    .join('')
  return text === '' ? null : text.slice(0, longest).toWellFormed()
}

export function refusedText(refused: readonly RefusedRow[]): string | null {
  if (refused.length === 0) return null
  const named = refused
    .slice(0, maxNamed)
    .map(({ index, path, message }) => `${`${index + 1}件目 ${path}`.trimEnd()}: ${message}`)
  const more = refused.length > maxNamed ? '、ほか' : ''
  return `${countRows(refused)}件を登録できませんでした（${named.join('、')}${more}）`
}
