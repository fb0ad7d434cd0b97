import { expect, it } from 'vitest'
import { causesOf } from './causesOf.ts'

const errors = ['圧力: Neg. Rate', '流量: Rate too high']

it.each([
  [
    'a photograph that cannot be read',
    null,
    ['blur', 'unknown'],
    ['ピントが合っていません', '読み取れませんでした'],
  ],
  ['a doubtful photograph with a value', 0.95, ['blur'], []],
  ['a value that is not a number', null, ['device unreadable'], ['端末の値を数値として読み取れません']],
  // In place of the value: 断線の疑い.
  ['the fault of a loop', null, ['loop broken', 'unconfirmed time'], []],
])('causesOf returns the causes of %s', (_, value, reasons, causes) => {
  expect(causesOf({ value, reasons })).toEqual(causes)
})

it.each([null, 0.95])('causesOf returns the errors of the device with the value %s', (value) => {
  expect(causesOf({ value, reasons: ['device error'], device_errors: errors })).toEqual([
    '端末が読取エラーを報告しました',
    '端末のエラー: 圧力: Neg. Rate、流量: Rate too high',
  ])
})
