import { expect, test } from 'vitest'
import { categoryType } from '../../../contract/categories.ts'
import { missingSettings } from './missingSettings.ts'

const blank = { settings: null, area: null, start_value: null, end_value: null }
const area = '0.1:0.1,0.9:0.9'

test.each([
  ['a needle without its scale', blank, categoryType.circle, 'AIアシスト設定が未登録です'],
  ['a counter without its boxes', { ...blank, area }, categoryType.counter, 'AIアシスト設定が未登録です'],
  [
    'a level without its place',
    { ...blank, start_value: 0, end_value: 9 },
    categoryType.level,
    '読取位置が未登録です',
  ],
  ['a scale without its range', { ...blank, area }, categoryType.scale, '測定範囲が未登録です'],
  ['a special meter', { ...blank, area }, categoryType.special, 'このメーター種別は写真から読み取れません'],
  ['a needle with its scale', { ...blank, settings: '0:0,90:1' }, categoryType.circle, null],
  ['a level with everything', { ...blank, area, start_value: 0, end_value: 9 }, categoryType.level, null],
  ['another meter', { ...blank, area }, categoryType.other, 'このメーター種別は写真から読み取れません'],
])('%s', (_, meter, type, gap) => {
  expect(missingSettings(meter, type)).toBe(gap)
})
