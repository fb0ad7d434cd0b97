// Covers docs/requirements.md: 312

import { afterAll, beforeAll, test } from 'vitest'
import { expect } from '../support/browser/expect.ts'
import { phoneFactor, runLighthouse } from '../support/browser/lighthouse.ts'
import { openLighthouseSite } from '../support/browser/lighthouse-site.ts'

let site: Awaited<ReturnType<typeof openLighthouseSite>>
let factor: number
beforeAll(async () => {
  site = await openLighthouseSite()
  factor = await phoneFactor(`${site.origin}/login`, site.port)
})
afterAll(() => site.close())

async function check(path: string) {
  const url = `${site.origin}${path}`
  const { scores, complaints } = await runLighthouse(url, site.port, ['performance'], factor)
  console.log(path, scores, `a processor ${factor.toFixed(1)} times slower`)
  expect(complaints).toEqual([])
}

test('the sign-in screen is fast on a phone', () => check('/login'))

test('home and the meters are fast on a phone', async () => {
  await site.signIn()
  await check('/')
  await check('/meters')
})
