import { invisible, isPlainAscii, plainText } from './plainText.ts'

/** ぁ to ゖ, ゝ and ゞ: katakana have the same letters at a fixed distance. */
const hiragana = [
  ...Array.from({ length: 0x3097 - 0x3041 }, (_, index) => 0x3041 + index),
  0x309d,
  0x309e,
].map((code) => [String.fromCodePoint(code), String.fromCodePoint(code + 0x60)] as const)

/** Each row counts as its first letter. */
const lookAlikes = [
  // ー and － (which NFKC makes a hyphen) are typed for each other, as are the dashes U+2010 to U+2015, the hyphen bullet and
  // the lines of tables.
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2500\u2501ー',
  // Middle dots.
  '・\u00b7\u2022\u2027\u2219\u22c5',
  // Windows types 〜 as ～, which NFKC makes ~. Spaces are dropped; words.test takes a 〜 without them for a range.
  '~ 〜 ∼',
  'カヵケヶ',
  // Letter case in SQL and TypeScript differs for these.
  'σςΣ',
  'iİ',
  // Characters of names in their old, new and popular forms.
  '高髙',
  '崎﨑嵜',
  '浜濱濵',
  '辺邊邉',
  '斎齋斉齊',
  '島嶋嶌',
  '沢澤',
  '広廣',
  '国國',
  '徳德',
  '瀬瀨',
  '真眞',
  '桜櫻',
  '渕淵渊',
  '竜龍',
  '富冨',
  '滝瀧',
  '吉𠮷',
  '土圡',
  '万萬',
  '館舘',
  '桑桒',
  '柳栁',
  '栄榮',
  '実實',
  '学學',
  '県縣',
  '区區',
  '駅驛',
  '発發',
  '変變',
  '圧壓',
  '塩鹽',
  '気氣',
  '温溫',
  '横橫',
  '黒黑',
  '清淸',
  '曽曾',
  '応應',
  '桧檜',
  '条條',
  '寿壽',
  '篭籠',
  '鴎鷗',
  '総總',
  '関關',
  '鉄鐵',
  '恵惠',
  '豊豐',
  '蔵藏',
].map((row) => [...row.replaceAll(' ', '')])

const folded = new Map(lookAlikes.flatMap(([first = '', ...others]) => others.map((other) => [other, first])))
for (const [letter, katakana] of hiragana) folded.set(letter, folded.get(katakana) ?? katakana)

/** What `searchText` removes and replaces, in the form of SQL’s `regexp_replace` and `translate`. */
export const fold = {
  invisible,
  letters: [...folded.keys()].join(''),
  replacements: [...folded.values()].join(''),
} as const

const isFolded = new RegExp(`[${fold.letters}]`, 'gu')

/**
 * Normalizes text for search: width, letter case, hiragana or katakana, kinds of hyphens, old and new forms of kanji,
 * and invisible characters do not matter.
 */
export const searchText = (text: string): string =>
  isPlainAscii(text)
    ? text.toLowerCase()
    : plainText(text)
        .replace(isFolded, (letter) => folded.get(letter) ?? letter)
        .toLowerCase()
