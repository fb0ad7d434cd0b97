import { afterAll, beforeAll, test } from 'vitest'
import { expect } from '../support/expect.ts'
import { openJudgedSite } from '../support/judged-site.ts'
import { judge } from '../support/lighthouse.ts'

let site: Awaited<ReturnType<typeof openJudgedSite>>
beforeAll(async () => {
  site = await openJudgedSite()
})
afterAll(() => site.close())

const complaintsAbout = async (path: string) =>
  (await judge(`${site.origin}${path}`, site.port, ['accessibility', 'best-practices'])).complaints

test('Lighthouse finds nothing to say about access and practices of the sign-in, home and the meters', async () => {
  expect(await complaintsAbout('/login')).toEqual([])
  await site.signIn()
  expect(await complaintsAbout('/')).toEqual([])
  expect(await complaintsAbout('/meters')).toEqual([])
})
