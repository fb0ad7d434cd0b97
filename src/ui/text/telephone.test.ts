// Covers docs/requirements.md: 620

import { expect, it } from 'vitest'
import { telephoneIn } from './telephone.ts'

it.each([
  ['設備課 03-1234-5678', '設備課 ', '03-1234-5678', '', 'tel:0312345678'],
  ['設備課 03-1234-5678（内線 12）', '設備課 ', '03-1234-5678', '（内線 12）', 'tel:0312345678'],
  ['佐藤（０９０－１２３４－５６７８）', '佐藤（', '０９０－１２３４－５６７８', '）', 'tel:09012345678'],
  ['当直 (045) 123-4567', '当直 ', '(045) 123-4567', '', 'tel:0451234567'],
  ['0120−123−456', '', '0120−123−456', '', 'tel:0120123456'],
  ['田中09012345678、鈴木', '田中', '09012345678', '、鈴木', 'tel:09012345678'],
  ['佐藤 03-1234-5678 090-8765-4321', '佐藤 ', '03-1234-5678', ' 090-8765-4321', 'tel:0312345678'],
  ['本社 +81 3-1234-5678', '本社 ', '+81 3-1234-5678', '', 'tel:+81312345678'],
])('finds the telephone number in %s', (text, before, number, after, href) => {
  expect(telephoneIn(text)).toEqual({ before, number, after, href })
})

it.each([
  ['no number', '設備課の佐藤'],
  ['an extension', '設備課 内線 1234'],
  ['too few digits', '03-1234-567'],
  ['too many digits', '0123456789012'],
  ['a meter number', 'No. 12345678901'],
])('finds none in a text with %s', (_what, text) => {
  expect(telephoneIn(text)).toBeNull()
})
