// Covers docs/requirements.md: 966, 967

import { describe, expect, it } from 'vitest'
import { readState } from './abnormal.ts'
import { readingStateOf, readingStateText } from './readingState.ts'
import { type ReadingState, readingStates } from './readingStates.ts'

const read = {
  value: 0.4,
  value_source: 'reader' as const,
  source: 'phone' as const,
  read_state: readState.processed,
  read_value: 0.4,
  device_value: null,
  confidence: 0.95,
  reasons: [] as string[],
  advice: null,
  image: '/p',
}
const empty = { ...read, value: null, read_value: null, confidence: null }
const typed = {
  ...read,
  value_source: 'entered',
  source: 'entry',
  read_state: null,
  read_value: null,
} as const

describe('readingStateOf', () => {
  it.each<[string, ReadingState, Partial<typeof read> | Record<string, unknown>]>([
    ['a picture read with confidence', 'sure', read],
    ['a picture read without confidence', 'unsure', { ...read, confidence: 0.5 }],
    ['a value that earlier readings changed', 'unsure', { ...read, advice: { seen: 4, because: [] } }],
    [
      'a device’s value that its picture contradicts',
      'unsure',
      { ...read, value_source: 'device', reasons: ['device differs'] },
    ],
    ['a picture in which nothing was read', 'refused', empty],
    ['a picture that could not be processed', 'refused', { ...empty, read_state: readState.failed }],
    ['a picture that is being read', 'waiting', { ...empty, read_state: readState.unprocessed }],
    ['a picture of a meter without settings', 'settings', { ...empty, read_state: readState.waiting }],
    [
      'a broken loop',
      'fault',
      { ...empty, source: 'analog', read_state: null, image: null, reasons: ['loop broken'] },
    ],
    ['an input without a value', 'missing', { ...empty, source: 'analog', read_state: null, image: null }],
    ['a measured value', 'sure', { ...read, source: 'analog', read_state: null, confidence: null }],
    ['a typed value', 'typed', typed],
    ['an imported value', 'imported', { ...typed, source: 'import' }],
    ['a device’s own value', 'device', { ...read, value_source: 'device', source: 'camera' }],
    ['a confirmed value', 'confirmed', { ...read, value_source: 'accepted', confidence: 0.1 }],
    ['a replaced value', 'corrected', { ...read, value: 4, value_source: 'corrected' }],
    ['a typed value that was replaced', 'corrected', { ...typed, image: null, value_source: 'corrected' }],
    ['a value that a person removed', 'corrected', { ...read, value: null, value_source: 'corrected' }],
    [
      'the first value of a picture that is not read',
      'typed',
      { ...read, read_state: null, read_value: null, value_source: 'corrected' },
    ],
  ])('is of %s %s', (_, state, fields) => {
    expect(readingStateOf({ ...read, ...fields } as typeof read)).toBe(state)
  })
})

describe('readingStateText', () => {
  it('has another word for each state', () => {
    const words = readingStates.map((state) => readingStateText(state, 0, ['loop broken']))
    expect(new Set(words).size).toBe(readingStates.length)
  })

  it('says what a picture waits for by the type of its meter, and what is wrong with a loop', () => {
    expect(readingStateText('settings', 0)).toBe('設定待ち')
    expect(readingStateText('settings', 4)).toBe('入力待ち')
    expect(readingStateText('fault', 0, ['loop short'])).toBe('短絡の疑い')
  })
})
