// Covers docs/requirements.md: 481

import { afterAll, beforeAll, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { expectGeneratedCallsAnswered } from '../../tests/support/server/generated-calls.ts'

// 20,000 in `npm run test:slow` (tests/slow).

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('no generated call ends in a fault, shows another organization, or is refused without a reason', () =>
  expectGeneratedCallsAnswered(test, 300))
