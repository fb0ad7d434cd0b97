// Covers docs/requirements.md: 77, 201, 202

import { expect, test } from 'vitest'
import { type EntryValues, emptyEntry, entrySchema } from './entryForm.ts'

const now = Date.parse('2026-11-20T14:03:09+09:00')
const good: EntryValues = { meterId: 3, value: '12.5', measuredAt: '2026-11-20 14:03:09', picture: null }
const messages = (values: Partial<EntryValues>) =>
  entrySchema(() => now, 'Asia/Tokyo')
    .safeParse({ ...good, ...values })
    .error?.issues.map(({ message }) => message) ?? []

test('a new entry is measured now where the organization is', () => {
  expect(emptyEntry(3, now, 'Asia/Tokyo')).toEqual({ ...good, value: '' })
  expect(emptyEntry(undefined, now, 'UTC')).toEqual({
    meterId: null,
    value: '',
    measuredAt: '2026-11-20 05:03:09',
    picture: null,
  })
})

test('what is missing is asked for in the words of the documents', () => {
  expect(messages({})).toEqual([])
  expect(messages({ meterId: null, value: ' ', measuredAt: null })).toEqual([
    'メーターを選択してください',
    '測定値を入力してください',
    '測定日時を選択してください',
  ])
  expect(messages({ measuredAt: '' })).toEqual(['測定日時を選択してください'])
})

test('nothing was measured later than now', () => {
  expect(messages({ measuredAt: '2026-11-20 14:03:59' })).toEqual([])
  expect(messages({ measuredAt: '2026-11-20 15:00:00' })).toEqual(['未来の日時は登録できません'])
})

test('a value is a number, as people in Japan may type it', () => {
  expect(messages({ value: '１２．５' })).toEqual([])
  expect(messages({ value: '12.5.1' })).toEqual(['数値を入力してください'])
})
