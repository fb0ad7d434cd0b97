// Covers docs/requirements.md: 472

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { llmUsageLogs } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const log = { provider: 'api.example.com', systemPrompt: '', userPrompt: '', duration: 900 }
  const ofOwn = { ...log, organizationId: test.own.id }
  await test.deps.database.asSystem((tx) =>
    tx.insert(llmUsageLogs).values([
      { ...ofOwn, model: 'reader-1', status: 'success', createdAt: new Date('2026-11-18T00:00:00Z') },
      { ...ofOwn, model: 'reader-2', status: 'error', createdAt: new Date('2026-11-19T00:00:00Z') },
      // 2026-11-20 08:59 and 09:00 in Japan.
      { ...ofOwn, model: 'reader-2', status: 'success', createdAt: new Date('2026-11-19T23:59:00Z') },
      { ...ofOwn, model: 'vision-3', status: 'success', createdAt: new Date('2026-11-20T00:00:00Z') },
      {
        ...log,
        organizationId: test.other.id,
        model: 'theirs',
        status: 'success',
        createdAt: new Date('2026-11-20T00:00:00Z'),
      },
    ]),
  )
})
afterAll(() => test.close())

const path = '/api/v1/llm-usage-logs'
const page = async (query: string) => {
  const answer = await test.ask('GET', `${path}?${query}`, { as: test.own.system })
  const logs = dataOf('llmUsageLogs', answer)
  return {
    models: logs.map(({ model }) => model),
    json: answer.json as { count: number; next: string | null },
  }
}

describe('the log of AI boost calls', () => {
  it('has the calls of the named organization only, newest first', async () => {
    expect((await page('')).models).toEqual(['vision-3', 'reader-2', 'reader-2', 'reader-1'])
    expect((await page(`organization_id=${test.other.id}`)).models).toEqual(['theirs'])
  })

  it('is for system administrators', async () => {
    for (const as of [test.own.general, test.own.admin])
      expect((await test.ask('GET', path, { as })).status).toBe(403)
  })

  it('is paged, and counts all of it', async () => {
    const first = await page('limit=3')
    expect(first.models).toHaveLength(3)
    expect(first.json.count).toBe(4)
    const second = await page(`limit=3&after=${first.json.next}`)
    expect(second.models).toEqual(['reader-1'])
  })

  it('is filtered by local days, status and a part of the model’s name', async () => {
    expect((await page('created_span=2026-11-20>')).models).toEqual(['vision-3', 'reader-2'])
    expect((await page('created_span=2026-11-19>,2026-11-19<')).models).toEqual(['reader-2'])
    expect((await page('status=error')).models).toEqual(['reader-2'])
    expect((await page('model=reader')).models).toEqual(['reader-2', 'reader-2', 'reader-1'])
    expect((await page('model=reader&status=success')).models).toEqual(['reader-2', 'reader-1'])
  })
})
