// Covers docs/requirements.md: 312

import { afterAll, beforeAll, test } from 'vitest'
import { expect } from '../support/browser/expect.ts'
import { runLighthouse } from '../support/browser/lighthouse.ts'
import { openLighthouseSite } from '../support/browser/lighthouse-site.ts'

let site: Awaited<ReturnType<typeof openLighthouseSite>>
beforeAll(async () => {
  site = await openLighthouseSite()
})
afterAll(() => site.close())

async function check(path: string) {
  const { scores, complaints } = await runLighthouse(`${site.origin}${path}`, site.port, ['performance'])
  console.log(path, scores)
  expect(complaints).toEqual([])
}

test('the sign-in screen is fast on a phone', () => check('/login'))

test('home and the meters are fast on a phone', async () => {
  await site.signIn()
  await check('/')
  await check('/meters')
})
