/** From ぁ to ゖ, with ゝ and ゞ: what katakana has at the same distance. */
const hiragana = [...Array.from({ length: 0x3097 - 0x3041 }, (_, index) => 0x3041 + index), 0x309d, 0x309e]
const toKatakana = 0x60

/** The letters that a search takes for others, as SQL’s `translate` wants them: each for the one at the same place. */
export const kana = {
  hiragana: String.fromCodePoint(...hiragana),
  katakana: String.fromCodePoint(...hiragana.map((code) => code + toKatakana)),
} as const

const isHiragana = new RegExp(`[${kana.hiragana}]`, 'g')

/**
 * A text as searches compare it: full and half width, capital and small letters, hiragana and katakana are the same to
 * a person who searches.
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(isHiragana, (letter) => String.fromCharCode(letter.charCodeAt(0) + toKatakana))
