import { afterAll, beforeAll, expect, test } from 'vitest'
import { engines } from './engine-browsers.ts'
import { type EngineSite, openEngineSite } from './engine-site.ts'
import { engineMaterial } from './material.ts'
import { type Results, resultsOf } from './results.ts'

let site: EngineSite
let expected: Results
beforeAll(async () => {
  const material = await engineMaterial()
  site = await openEngineSite(material)
  expected = JSON.parse(JSON.stringify(resultsOf(material)))
})
afterAll(() => site.close())

test('the cases show what the reader can do, and what it refuses', () => {
  const values = Object.values(expected).map((result) => (result as { value?: unknown }).value)
  expect(values.filter((value) => typeof value === 'number').length).toBeGreaterThan(10)
  expect(values).toContain(null)
})

test.each(engines)('$name reads as Node does, to the last digit', async ({ agent, open }) => {
  const { address, report } = site.invite()
  const browser = await open(address)
  try {
    const { userAgent, error, results } = JSON.parse(await Promise.race([report, browser.ended]))
    expect(error).toBeUndefined()
    expect(userAgent).toMatch(agent)
    expect(results).toEqual(expected)
  } finally {
    await browser.close()
  }
})
