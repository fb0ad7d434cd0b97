import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'
import { generatedCalls, openGenerated } from '../support/generated-calls.ts'

// The same calls each time, so that a failure is the change's; another seed finds others.

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('no generated call ends in a fault, shows another organization, or is refused without a reason', async () => {
  const call = await openGenerated(test)
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(generatedCalls, async (one) => {
      statuses.add(await call(one))
    }),
    { seed: 14, numRuns: 20_000, endOnFailure: true },
  )
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
})
