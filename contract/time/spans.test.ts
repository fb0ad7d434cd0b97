// Covers docs/requirements.md: 245

import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Span, spanParam } from './spans.ts'

const two = (number: number) => String(number).padStart(2, '0')
const day = fc
  .tuple(
    fc.integer({ min: 2000, max: 2099 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`)
const minute = fc
  .tuple(day, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([date, hour, minutes]) => `${date}-${two(hour)}-${two(minutes)}`)
const end = fc.option(fc.oneof(day, minute))
const span = fc.record({ from: end, to: end }).filter(({ from, to }) => from !== null || to !== null)

test('a span that is printed and parsed again is the same', () => {
  fc.assert(
    fc.property(span, (given: Span) => {
      expect(z.decode(spanParam, z.encode(spanParam, given))).toEqual(given)
    }),
  )
})

test('the spans of the documents are understood', () => {
  expect(z.decode(spanParam, '2026-11-20-00-00>,2026-11-20-23-59<')).toEqual({
    from: '2026-11-20-00-00',
    to: '2026-11-20-23-59',
  })
  expect(z.decode(spanParam, '2026-11-01>,2026-11-20<')).toEqual({ from: '2026-11-01', to: '2026-11-20' })
  expect(z.decode(spanParam, '2026-11-01>')).toEqual({ from: '2026-11-01', to: null })
  expect(z.decode(spanParam, '2026-11-20<')).toEqual({ from: null, to: '2026-11-20' })
})

test.each([
  '',
  ',',
  '2026-11-20',
  '2026-13-01>',
  '2026-11-32<',
  '2026-11-20-24-00>',
  '2026-11-20<,2026-11-01>',
])('what is no span is refused: «%s»', (text) => expect(z.safeDecode(spanParam, text).success).toBe(false))

test('any other text is refused or understood, and never throws something else', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      z.safeDecode(spanParam, text)
    }),
  )
})
