import { expect, test } from 'vitest'
import { createNewcomers } from './newcomers.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))

test('what is there at the first look is not new, and what comes is told once', () => {
  const newcomers = createNewcomers()
  expect(newcomers(rows(5, 4))).toEqual([])
  expect(newcomers(rows(7, 6, 5))).toEqual(rows(7, 6))
  expect(newcomers(rows(7, 6, 5))).toEqual([])
})

test('an old one that comes into sight because others have gone is not new', () => {
  const newcomers = createNewcomers()
  newcomers(rows(5, 4))
  expect(newcomers(rows(4, 2))).toEqual([])
})

test('after an empty list the first one is new', () => {
  const newcomers = createNewcomers()
  newcomers([])
  expect(newcomers(rows(1))).toEqual(rows(1))
})
