// Covers docs/requirements.md: 287

import { describe, expect, it, test } from 'vitest'
import { addNotifications, createNewRowDetector, joinNames, type ShownNotifications } from './newAlerts.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))

test('what is there at the first look is not new, and what comes is told once', () => {
  const newcomers = createNewRowDetector()
  expect(newcomers(rows(5, 4))).toEqual([])
  expect(newcomers(rows(7, 6, 5))).toEqual(rows(7, 6))
  expect(newcomers(rows(7, 6, 5))).toEqual([])
})

test('an old one that comes into sight because others have gone is not new', () => {
  const newcomers = createNewRowDetector()
  newcomers(rows(5, 4))
  expect(newcomers(rows(4, 2))).toEqual([])
})

test('after an empty list the first one is new', () => {
  const newcomers = createNewRowDetector()
  newcomers([])
  expect(newcomers(rows(1))).toEqual(rows(1))
})

describe('news', () => {
  const nothing: ShownNotifications<string> = { each: [], together: [] }
  const unread = () => true
  const read = () => false

  it('of few are told each by itself, of many as one, wherever that begins', () => {
    expect(addNotifications(nothing, ['a', 'b', 'c'], unread, 3)).toEqual({
      each: ['a', 'b', 'c'],
      together: [],
    })
    expect(addNotifications(nothing, ['a'], unread, 1)).toEqual({ each: ['a'], together: [] })
    expect(addNotifications(nothing, ['a', 'b'], unread, 1)).toEqual({ each: [], together: ['a', 'b'] })
    expect(addNotifications(nothing, ['a', 'b', 'c', 'd'], unread, 3)).toEqual({
      each: [],
      together: ['a', 'b', 'c', 'd'],
    })
  })

  it('that come in small pieces while nobody reads become one, of which none is left out', () => {
    let told = nothing
    for (let index = 0; index < 30; index += 2)
      told = addNotifications(told, [`${index}`, `${index + 1}`], unread, 3)
    expect(told.each).toEqual([])
    expect(new Set(told.together).size).toBe(30)
  })

  it('that were read are not told again', () => {
    const few = addNotifications(nothing, ['a', 'b'], unread, 3)
    expect(addNotifications(few, ['c', 'd'], (what) => what === 'a', 3)).toEqual({
      each: ['c', 'd', 'a'],
      together: [],
    })
    const many = addNotifications(nothing, ['a', 'b', 'c', 'd'], unread, 3)
    expect(addNotifications(many, ['e'], read, 3)).toEqual({ each: ['e'], together: [] })
  })
})

test('of many the first are named and the others counted', () => {
  expect(joinNames(['a', 'b', 'c'])).toBe('a、b、c')
  expect(joinNames(Array.from({ length: 23 }, (_, index) => `No.${index + 1}`))).toBe(
    'No.1、No.2、No.3 ほか 20 件',
  )
})
