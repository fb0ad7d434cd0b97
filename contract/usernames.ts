import * as z from 'zod/mini'
import { textLimit } from '../text/limits.ts'
import { oneLine } from './calls/wire.ts'

/** Half-width ASCII, accented Latin letters, kana, kanji and Hangul: nothing invisible, no look-alikes of these. */
const allowed = /^[ -~À-ÖØ-öø-ÿ\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・〆가-힣]$/u

/** The first character that a new user name must not contain, or null. */
export function refusedCharacter(name: string): string | null {
  const characters = [...name.normalize('NFC')]
  // Full-width letters, half-width kana and other compatibility characters look like what they fold to.
  return characters.find((each) => !allowed.test(each) || each.normalize('NFKC') !== each) ?? null
}

const isVisible = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]$/u

function describe(character: string): string {
  if (character === '\u3000') return '全角の空白'
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return isVisible.test(character) ? `「${character}」（${code}）` : `見えない文字（${code}）`
}

/** For new users only: names that exist already may contain anything. */
const withoutLookAlikes = z.refine<string>((name) => refusedCharacter(name) === null, {
  error: ({ input }) =>
    `${describe(refusedCharacter(String(input)) ?? '')}は使用できません。半角の英数字と記号、かな、カナ、漢字を使ってください`,
})

export const newUsername = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, { error: 'ユーザー名を入力してください', abort: true }),
    z.maxLength(textLimit),
    oneLine,
    withoutLookAlikes,
  )
