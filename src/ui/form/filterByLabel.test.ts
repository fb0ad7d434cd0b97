// Covers docs/requirements.md: 216

import { expect, test } from 'vitest'
import { filterByLabel } from './filterByLabel.ts'

const labels = ['給水ポンプ No.1', 'ボイラー NO.2', '受水槽']
const found = (search: string, limit = 10) =>
  filterByLabel({ options: labels.map((label) => ({ value: label, label })), search, limit }).map(
    (option) => 'label' in option && option.label,
  )

test('choices are found by any part of them, in whatever width, case and kana', () => {
  expect(found('no.')).toEqual([labels[0], labels[1]])
  expect(found(' ﾎﾟﾝﾌﾟ ')).toEqual([labels[0]])
  expect(found('ぽんぷ')).toEqual([labels[0]])
  expect(found('ぼいらー')).toEqual([labels[1]])
  expect(found('Ｎｏ．２')).toEqual([labels[1]])
  expect(found('配管')).toEqual([])
})

test('nothing typed offers them all, as many as are shown at a time', () => {
  expect(found('')).toEqual(labels)
  expect(found('', 2)).toEqual(labels.slice(0, 2))
})
