import { expect, test } from 'vitest'
import { doubtTexts } from './doubtTexts.ts'

test('a missing value is explained with what to do next', () => {
  expect(doubtTexts(['blur', 'glare'], null)).toEqual([
    'ピントが合っていません。もう一度撮影してください。',
    '光が反射しています。角度を変えて、もう一度撮影してください。',
  ])
  expect(doubtTexts(['moved'], null)).toEqual([
    '登録時と位置が大きく違うか、別のメーターの可能性があります。メーターを確かめて、枠に合わせて撮影してください。',
  ])
  expect(doubtTexts(['unknown'], null)).toEqual([])
})

test('a picture too bad to recognize the meter is not called one of another meter', () => {
  for (const fault of ['blur', 'glare', 'low contrast'])
    expect(doubtTexts([fault, 'moved'], null)).toEqual(doubtTexts([fault], null))
})

test('a value that is there is only to be checked', () => {
  expect(doubtTexts(['glare'], 12)).toEqual(['光が反射しています。値を確かめてください。'])
  expect(doubtTexts(['blur', 'moved'], 12)).toHaveLength(2)
})
