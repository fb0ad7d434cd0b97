import { expect, test } from 'vitest'
import { explainReasons } from './doubtTexts.ts'

const refused = (reasons: readonly string[], gap: string | null = null) => explainReasons(reasons, null, gap)

test('a missing value is explained with what to do next', () => {
  expect(refused(['blur', 'glare'])).toEqual({
    texts: [
      'ピントが合っていません。撮り直してください。',
      '光が反射しています。角度を変えて撮り直してください。',
    ],
    retake: true,
  })
})

test('who stood too far away is told to come closer', () => {
  expect(refused(['moved'])).toEqual({
    texts: [
      '登録時と位置や距離が大きく違うか、別のメーターの可能性があります。メーターを確かめ、枠いっぱいに写るまで近づいて撮り直してください。',
    ],
    retake: true,
  })
})

test('what another photograph would not change is to be written in', () => {
  expect(refused(['between digits'])).toEqual({
    texts: ['数字が切り替わる途中です。値を確かめて入力してください。'],
    retake: false,
  })
  expect(refused(['outside scale']).retake).toBe(false)
  expect(refused(['outside scale', 'blur']).retake).toBe(true)
})

test('a picture that says nothing of itself may be taken again', () => {
  expect(refused(['unknown'])).toEqual({ texts: ['撮り直すか、値を入力してください。'], retake: true })
})

test('of a meter that is not set up no picture is asked for again, whatever this one is like', () => {
  for (const reason of ['unknown', 'blur', 'moved'])
    expect(refused([reason], '読取位置が未登録です')).toEqual({
      texts: ['このメーターは自動で読み取れません。値を入力してください。', '読取位置が未登録です。'],
      retake: false,
    })
})

test('of a meter whose type cannot be read it is said once', () => {
  expect(refused(['unknown'], 'このメーター種別は写真から読み取れません').texts).toEqual([
    'このメーターは自動で読み取れません。値を入力してください。',
  ])
})

test('a picture too bad to recognize the meter is not called one of another meter', () => {
  for (const fault of ['blur', 'glare', 'low contrast'])
    expect(refused([fault, 'moved'])).toEqual(refused([fault]))
})

test('a value that is there is only to be checked', () => {
  expect(explainReasons(['glare'], 12, null)).toEqual({
    texts: ['光が反射しています。値を確かめてください。'],
    retake: false,
  })
  expect(explainReasons(['blur', 'moved'], 12, null).texts).toHaveLength(2)
})
