import { expect, it } from 'vitest'
import { z } from 'zod'
import { alertSchema } from '../../contract/alerts.ts'
import { successOf } from '../../contract/calls/endpoint.ts'
import { readingSchema } from '../../contract/readings.ts'
import { aReading } from '../../tests/support/responses/readings.ts'
import { compiled } from './compiled.ts'

const schema = successOf(z.array(readingSchema))
const answer = (...over: object[]) => ({
  success: true,
  data: over.map((each) => ({ ...aReading(), ...each })),
  count: over.length,
})
const meter = aReading().meter

it.each([
  ['nothing else', [{}, { value: null, advice: { seen: 0.3, because: ['prior'] } }]],
  ['more than the contract says', [{ secret: 1, meter: { ...meter, secret: 2 } }]],
])('an answer with %s is written as by the schema itself', (_what, over) => {
  const written = z.safeParse(compiled(schema), answer(...over))
  expect(written).toEqual(z.safeParse(schema, answer(...over)))
  expect(written.success).toBe(true)
  expect(JSON.stringify(written.data)).not.toContain('secret')
})

it.each([
  ['a number out of bounds', { confidence: 2 }],
  ['text where a number belongs', { meter: { ...meter, id: '3' } }],
  ['a time without a zone', { created_at: '2026-11-20 14:03:00' }],
  ['a part missing', { meter: undefined }],
  ['a wrong part of what may be absent', { advice: { seen: null, because: [1] } }],
])('%s is refused by the same words', (_what, over) => {
  const refused = z.safeParse(compiled(schema), answer({}, over))
  expect(refused.success).toBe(false)
  expect(refused.error?.issues).toEqual(z.safeParse(schema, answer({}, over)).error?.issues)
})

it('leaves the schema of the contract as it was', () => {
  const before = z.toJSONSchema(alertSchema)
  compiled(alertSchema)
  expect(z.toJSONSchema(alertSchema)).toEqual(before)
})
