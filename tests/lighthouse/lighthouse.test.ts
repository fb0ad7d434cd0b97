import { afterAll, beforeAll, test } from 'vitest'
import { expect } from '../support/expect.ts'
import { openJudgedSite } from '../support/judged-site.ts'
import { judge } from '../support/lighthouse.ts'

let site: Awaited<ReturnType<typeof openJudgedSite>>
beforeAll(async () => {
  site = await openJudgedSite()
})
afterAll(() => site.close())

async function check(path: string) {
  const { scores, complaints } = await judge(`${site.origin}${path}`, site.port, ['performance'])
  console.log(path, scores)
  expect(complaints).toEqual([])
}

test('the sign-in screen is fast on a phone', () => check('/login'))

test('home and the meters are fast on a phone', async () => {
  await site.signIn()
  await check('/')
  await check('/meters')
})
