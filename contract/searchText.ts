/** ぁ to ゖ, ゝ and ゞ: katakana have the same letters at a fixed distance. */
const hiragana = [...Array.from({ length: 0x3097 - 0x3041 }, (_, index) => 0x3041 + index), 0x309d, 0x309e]
const toKatakana = 0x60

/** Letters that a search treats as equal, in the form of SQL’s `translate`. */
export const kana = {
  hiragana: String.fromCodePoint(...hiragana),
  katakana: String.fromCodePoint(...hiragana.map((code) => code + toKatakana)),
} as const

const isHiragana = new RegExp(`[${kana.hiragana}]`, 'g')

/** Normalizes text for search: width, case, and hiragana or katakana do not matter. */
export const searchText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(isHiragana, (letter) => String.fromCharCode(letter.charCodeAt(0) + toKatakana))
