import { afterAll, beforeAll, test } from 'vitest'
import { expect } from '../support/expect.ts'
import { runLighthouse } from '../support/lighthouse.ts'
import { openLighthouseSite } from '../support/lighthouse-site.ts'

let site: Awaited<ReturnType<typeof openLighthouseSite>>
beforeAll(async () => {
  site = await openLighthouseSite()
})
afterAll(() => site.close())

const complaintsAbout = async (path: string) =>
  (await runLighthouse(`${site.origin}${path}`, site.port, ['accessibility', 'best-practices'])).complaints

test('Lighthouse finds nothing to say about access and practices of the sign-in, home and the meters', async () => {
  expect(await complaintsAbout('/login')).toEqual([])
  await site.signIn()
  expect(await complaintsAbout('/')).toEqual([])
  expect(await complaintsAbout('/meters')).toEqual([])
})
