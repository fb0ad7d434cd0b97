import { describe, expect, test } from 'vitest'
import { adviceTexts, reasonText } from './reasons.ts'

const written = (value: number) => `${value.toFixed(1)} m³`

describe('what earlier readings had to do with a value is said', () => {
  test.each([
    [
      'where they moved it',
      { value: 1240, advice: { seen: 1234, because: ['runs up'] } },
      ['前回値から補正: 画像では 1234.0 m³（画像の値では前回より減ってしまうため）'],
    ],
    [
      'where the picture alone says nothing',
      { value: 1240, advice: { seen: null, because: ['like the last'] } },
      ['前回値から補正: 画像だけでは読み切れません（前回の値に近いほうを採用したため）'],
    ],
    [
      'where only the range moved it',
      { value: 0, advice: { seen: -1, because: ['outside range'] } },
      ['測定範囲から補正: 画像では -1.0 m³（画像の値では測定範囲を外れるため）'],
    ],
    [
      'where it stands against them',
      { value: 12, advice: { seen: 12, because: ['runs up', 'too fast'] } },
      ['前回の値より小さくなっています', '前回の値から大きく変わっています'],
    ],
    [
      'where there is no value',
      { value: null, advice: { seen: 12, because: ['too fast'] } },
      ['画像では 12.0 m³ に見えます', '前回の値から大きく変わっています'],
    ],
    [
      'for a reason of a later build',
      { value: 5, advice: { seen: 4, because: ['other'] } },
      ['前回値から補正: 画像では 4.0 m³'],
    ],
  ])('%s', (_, reading, texts) => {
    expect(adviceTexts(reading, written)).toEqual(texts)
  })

  test('and nothing where they had no say', () => {
    expect(adviceTexts({ value: 1, advice: null }, written)).toEqual([])
    expect(adviceTexts({ value: null, advice: { seen: null, because: ['too fast'] } }, written)).toEqual([])
  })
})

test('a reason that this build does not know is still a reason', () => {
  expect(reasonText('blur')).toBe('ピントが合っていません')
  expect(reasonText('rain')).toBe('読取結果が不確かです')
})
