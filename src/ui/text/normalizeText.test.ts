// Covers docs/requirements.md: 128

import { expect, test } from 'vitest'
import { findMatch } from './normalizeText.ts'

test.each([
  ['ポンプ室', 'ポンプ', 'ポンプ'],
  ['ﾎﾟﾝﾌﾟ室', 'ポンプ', 'ﾎﾟﾝﾌﾟ'],
  ['第２ｶﾞｽ計', 'ガス', 'ｶﾞｽ'],
  ['Ｂ棟', 'b', 'Ｂ'],
  ['流量 ㎥/h', 'm3', '㎥'],
  ['流量 ㎥/h', 'm', '㎥'],
  ['1号棟', '１号', '1号'],
  ['3号ポンプ', 'ぽんぷ', 'ポンプ'],
  ['ぽんぷ室', 'ﾎﾟﾝﾌﾟ', 'ぽんぷ'],
])('in %s a search for %s finds %s', (text, typed, found) => {
  expect(findMatch(text, typed)).toBe(found)
})

test('what is not there is not found', () => {
  expect(findMatch('ポンプ室', 'タンク')).toBeNull()
  expect(findMatch('ポンプ室', '')).toBeNull()
})
