// Covers docs/requirements.md: 864

import { describe, expect, it } from 'vitest'
import { fitLabel, type LabelText, lineHeight, type Measure } from './fitLabel.ts'

/** Full width 1, half width 0.5. */
const measure: Measure = (text) =>
  [...text].reduce((width, letter) => width + (letter.charCodeAt(0) < 256 ? 0.5 : 1), 0)
const box = { width: 18.2, height: 18.4 }

const fitted = (name: string, code = '', place = '') => {
  const texts: LabelText[] = [
    { kind: 'name', text: name, size: 2.8 },
    { kind: 'code', text: code, size: 2.3 },
    { kind: 'place', text: place, size: 2 },
  ]
  return fitLabel(texts, box, measure)
}
const linesOf = ({ text }: LabelText) => text.split('\n')

describe('fitLabel', () => {
  it('keeps the sizes of short texts, and leaves out those that are empty', () => {
    expect(fitted('101号室 水道', '', '1階\n廊下')).toEqual({
      texts: [
        { kind: 'name', text: '101号室 水道', size: 2.8 },
        { kind: 'place', text: '1階\n廊下', size: 2 },
      ],
      isCut: false,
    })
  })

  it('keeps words, brackets and punctuation together', () => {
    const [name] = fitted('ポンプ室 冷却水「予備系統」').texts
    expect(name?.text).toMatch(/「予備系統」|「予備\n系統」/)
    expect(name?.text).not.toMatch(/「\n|\n」/)
  })

  it.each([
    [
      'ポンプ室地下二階 第三冷却水循環ポンプ 吐出側圧力計（予備系統・年次更新予定）甲',
      'P-101',
      '地下2階 機械室',
    ],
    ['あ'.repeat(60), 'W'.repeat(20), ''],
    ['HYDRAULICACCUMULATOR'.repeat(3), '', '屋上'],
  ])('shrinks %s until all of it fits', (name, code, place) => {
    const { texts, isCut } = fitted(name, code, place)
    expect(isCut).toBe(false)
    const lines = texts.flatMap((text) => linesOf(text).map((line) => ({ line, size: text.size })))
    for (const { line, size } of lines) expect(measure(line) * size).toBeLessThanOrEqual(box.width)
    expect(lines.reduce((sum, { size }) => sum + size * lineHeight, 0)).toBeLessThanOrEqual(box.height)
    expect(
      texts
        .map(({ text }) => text)
        .join('')
        .replaceAll(/\s/g, ''),
    ).toBe(`${name}${code}${place}`.replaceAll(' ', ''))
  })

  it('ends a text with … that does not fit in four points, and says so', () => {
    const { texts, isCut } = fitted('名'.repeat(100), '番'.repeat(100), '場'.repeat(100))
    expect(isCut).toBe(true)
    expect(texts.map(({ size }) => size)).toEqual([1.4, 1.4, 1.4])
    expect(texts.map(({ text }) => text.includes('…'))).toEqual([false, true, true])
    expect(texts.flatMap(linesOf).length * 1.4 * lineHeight).toBeLessThanOrEqual(box.height)
    for (const line of texts.flatMap(linesOf)) expect(measure(line) * 1.4).toBeLessThanOrEqual(box.width)
  })
})
