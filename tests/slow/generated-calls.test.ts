// Covers docs/requirements.md: 481

import { afterAll, beforeAll, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/server/app.ts'
import { expectGeneratedCallsAnswered } from '../support/server/generated-calls.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('no generated call ends in a fault, shows another organization, or is refused without a reason', () =>
  expectGeneratedCallsAnswered(test, 20_000))
