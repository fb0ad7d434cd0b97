// Covers docs/requirements.md: 312

import { afterAll, beforeAll, describe, test } from 'vitest'
import { expect } from '../support/browser/expect.ts'
import { runLighthouse } from '../support/browser/lighthouse.ts'
import { openLighthouseSite } from '../support/browser/lighthouse-site.ts'

let site: Awaited<ReturnType<typeof openLighthouseSite>>
beforeAll(async () => {
  site = await openLighthouseSite()
})
afterAll(() => site.close())

const complaintsAbout = async (path: string) =>
  (await runLighthouse(`${site.origin}${path}`, site.port, ['accessibility', 'best-practices'])).complaints

test('Lighthouse finds nothing to say about access and practices of the sign-in', async () => {
  expect(await complaintsAbout('/login')).toEqual([])
})

describe('signed in', () => {
  beforeAll(() => site.signIn())

  test.each([
    ['home', '/'],
    ['the meters', '/meters'],
  ])('Lighthouse finds nothing to say about access and practices of %s', async (_, path) => {
    expect(await complaintsAbout(path)).toEqual([])
  })
})
