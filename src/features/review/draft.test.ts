// Covers docs/requirements.md: 976

import { describe, expect, it } from 'vitest'
import { type Draft, draftOf, moved, padded, shortened, stepped, typed } from './draft.ts'

const type = (draft: Draft, keys: string) => [...keys].reduce(typed, draft)

describe('a draft', () => {
  it('begins at the first digit, and digits overwrite', () => {
    expect(draftOf('-4.20').at).toBe(1)
    expect(type(draftOf('041.26'), '042')).toEqual({ text: '042.26', at: 4 })
    expect(type(draftOf('12'), '345')).toEqual({ text: '345', at: 3 })
  })

  it('is typed from nothing', () => {
    expect(type(draftOf(''), '-0.42').text).toBe('-0.42')
    expect(type(draftOf(''), '1.2.3').text).toBe('1.23')
  })

  it('moves among digits and turns the chosen one as a drum', () => {
    const draft = moved(moved(draftOf('12.90'), 1), 1)
    expect(draft.at).toBe(3)
    expect(stepped(draft, 1).text).toBe('12.00')
    expect(stepped(draftOf('0'), -1).text).toBe('9')
    expect(moved(draftOf('12'), -1).at).toBe(0)
    expect(stepped(moved(draftOf('1'), 1), 1).text).toBe('1')
  })

  it('loses its last character', () => {
    expect(shortened(draftOf('12.3'))).toEqual({ text: '12.', at: 3 })
    expect(shortened(draftOf(''))).toEqual({ text: '', at: 0 })
  })
})

describe('padded', () => {
  it('has as many digits as the counter', () => {
    expect(padded('41.26', 6)).toBe('0041.26')
    expect(padded('-41.26', 5)).toBe('-041.26')
    expect(padded('41.26', null)).toBe('41.26')
    expect(padded('', 5)).toBe('')
  })
})
