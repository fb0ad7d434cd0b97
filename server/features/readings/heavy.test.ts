import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('graphs, searches and what a range or other terms would change wait for the heavy query of their organization, and nothing else does', async () => {
  const meter = await addMeter(test.deps.database, test.own.id)
  await addReading(test.deps.database, meter)
  const ask = (path: string) => test.ask('GET', path, { as: test.own.general })
  const end = await test.deps.database.heavyQueries.acquire({ owner: `heavy queries of ${test.own.id}` })
  const answered: string[] = []
  const heavy = [
    '/api/v1/meters-values/series',
    '/api/v1/meters-values?text=1',
    `/api/v1/meters/${meter.id}/range-effect`,
    `/api/v1/meters/${meter.id}/terms-effect?valid_from=2026-11-01%2000:00:00&multiplier=2`,
  ].map(async (path) => {
    const { status } = await ask(path)
    answered.push(path)
    return status
  })
  expect((await ask('/api/v1/meters-values')).status).toBe(200)
  expect((await ask('/api/v1/meters')).status).toBe(200)
  expect(answered).toEqual([])
  end()
  expect(await Promise.all(heavy)).toEqual([200, 200, 200, 200])
})

it('a graph of an organization that has used up its connections does not hold up those of others', async () => {
  const { heavyQueries, inOrganization } = test.deps.database
  // Of the turns one is left.
  const taken = Array.from({ length: Math.max(1, availableParallelism() - 1) - 1 }, (_, owner) =>
    heavyQueries.acquire({ owner: `another ${owner}` }),
  )
  const ends = await Promise.all(taken)
  const { promise: release, resolve: goOn } = Promise.withResolvers<void>()
  const holding = Array.from({ length: 5 }, () => inOrganization(test.own.id, null, () => release))
  const ask = (as: TestApp['own']['general']) => test.ask('GET', '/api/v1/meters-values/series', { as })
  const ofOwn = ask(test.own.general)
  const ofOther = ask(test.other.general)
  try {
    expect((await ofOther).status).toBe(200)
  } finally {
    goOn()
    for (const end of ends) end()
  }
  expect((await ofOwn).status).toBe(200)
  await Promise.all(holding)
})

it('an export that cannot have a turn waits, and ends well when it gets one', async () => {
  const ask = (path: string) => test.ask('GET', path, { as: test.own.general })
  const end = await test.deps.database.heavyQueries.acquire({ owner: `export of ${test.own.id}` })
  let isAnswered = false
  const exported = ask('/api/v1/meters-values/export').finally(() => {
    isAnswered = true
  })
  expect((await ask('/api/v1/meters-values')).status).toBe(200)
  expect(isAnswered).toBe(false)
  end()
  expect((await exported).status).toBe(200)
})
