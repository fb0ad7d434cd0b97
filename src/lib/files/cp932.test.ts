// Covers docs/requirements.md: 827, 828

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeCp932, isInCp932 } from './cp932.ts'
import { findLackingCharacters, proposeReplacement, replaceCharacters } from './cp932Replacements.ts'

const decode = (bytes: Uint8Array) => new TextDecoder('shift_jis', { fatal: true }).decode(bytes)
const hex = (text: string) => Buffer.from(encodeCp932(text)).toString('hex')
const units = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1))

describe('encodeCp932', () => {
  it('writes each character that CP932 has so that a strict decoder reads it back', () => {
    // Node's decoder exchanges three control characters, browsers do not.
    const held = units.filter((unit) => isInCp932(unit) && !/\p{Cc}/u.test(unit)).join('')
    expect(decode(encodeCp932(held))).toBe(held)
    // ASCII, half-width kana, JIS X 0208, NEC row 13, IBM extensions and private characters.
    expect(held.length).toBe(95 + 63 + 6879 + 74 + 373 + 1880)
  })

  it.each([
    ['A1\r\n', '41310d0a'],
    ['ｱ', 'b1'],
    ['表', '955c'],
    ['①', '8740'],
    ['㎡', '8775'],
    ['髙', 'fbfc'],
    ['﨑', 'fab1'],
    ['ⅰ', 'fa40'],
    ['Ⅰ', '8754'],
    ['∪', '81be'],
    ['￢', '81ca'],
    ['～', '8160'],
    ['－', '817c'],
  ])('writes %s as Windows does', (text, bytes) => {
    expect(hex(text)).toBe(bytes)
  })

  it('refuses a character that CP932 lacks', () => {
    for (const text of ['m³', '〜', '𠮷', '\0']) expect(() => encodeCp932(text)).toThrow(RangeError)
  })
})

describe('replacements for CP932', () => {
  it.each([
    ['³', '3'],
    ['㎥', 'm3'],
    ['〜', '～'],
    ['−', '－'],
    ['—', '―'],
    ['µ', 'μ'],
    ['é', 'e'],
    ['か\u3099', 'が'],
    ['葛\u{e0100}', '葛'],
    ['\u200b', ''],
    ['ゔ', 'ヴ'],
    ['𠮷', '〓'],
    ['½', '〓'],
    ['👨‍🔧', '〓'],
  ])('propose for %s %s', (character, text) => {
    expect(proposeReplacement(character)).toBe(text)
  })

  it('name each character with its cells', () => {
    const cells = [
      ['名前', '単位'],
      ['𠮷田', 'm³'],
      ['𠮷野の𠮷', 'm'],
    ]
    expect(findLackingCharacters(cells)).toEqual([
      {
        character: '𠮷',
        cells: [
          { row: 1, column: 0, text: '𠮷田' },
          { row: 2, column: 0, text: '𠮷野の𠮷' },
        ],
      },
      { character: '³', cells: [{ row: 1, column: 1, text: 'm³' }] },
    ])
    expect(
      replaceCharacters(cells, [
        { character: '𠮷', text: '吉' },
        { character: '³', text: '3' },
      ]),
    ).toEqual([
      ['名前', '単位'],
      ['吉田', 'm3'],
      ['吉野の吉', 'm'],
    ])
  })

  it('are for characters with their marks', () => {
    const found = findLackingCharacters([['か\u3099', '葛\u{e0100}城']])
    expect(found.map(({ character }) => character)).toEqual(['か\u3099', '葛\u{e0100}'])
  })

  it('leave nothing that CP932 lacks, and change no character that it has', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 3 }), (cells) => {
        const given = cells.map((line) => line.map((each) => each.replaceAll('\0', '')))
        const lacking = findLackingCharacters(given).map(({ character }) => ({
          character,
          text: proposeReplacement(character),
        }))
        const written = replaceCharacters(given, lacking)
        for (const [row, line] of given.entries())
          for (const [column, each] of line.entries())
            if (isInCp932(each)) expect(written[row]?.[column]).toBe(each)
        expect(findLackingCharacters(written)).toEqual([])
      }),
    )
  })
})
