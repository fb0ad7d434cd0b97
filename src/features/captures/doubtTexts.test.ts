import { expect, test } from 'vitest'
import { doubtTexts } from './doubtTexts.ts'

test('a missing value is explained with what to do next', () => {
  expect(doubtTexts(['blur', 'moved'], null)).toEqual([
    'ピントが合っていません。もう一度撮影してください。',
    '登録時と位置が大きく違うか、別のメーターの可能性があります。メーターを確かめて、枠に合わせて撮影してください。',
  ])
  expect(doubtTexts(['unknown'], null)).toEqual([])
})

test('a value that is there is only to be checked', () => {
  expect(doubtTexts(['glare'], 12)).toEqual(['光が反射しています。値を確かめてください。'])
})
