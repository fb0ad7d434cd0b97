// Covers docs/requirements.md: 467, 468, 469, 470, 472

import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../tests/support/server/builders.ts'
import { dataOf } from '../../tests/support/server/data.ts'
import {
  answers,
  completionOf,
  type ModelServer,
  says,
  startModelServer,
} from '../../tests/support/server/model-server.ts'
import { photograph } from '../../tests/support/server/subjects.ts'
import { aiBoostCounts, llmUsageLogs, meters, organizations, plans } from '../db/schema.ts'
import { parsePicture, recordPicture, storePicture } from '../features/pictures/index.ts'
import { monthOf } from '../features/plans/boost-calls.ts'
import { AskAgain, runAskModel } from './ask-model.ts'

let server: ModelServer
let test: TestApp
beforeAll(async () => {
  server = await startModelServer()
  test = await createTestApp({ work: true, settings: server.settings, modelTimeout: 1500 })
})
afterAll(async () => {
  await test.close()
  server.close()
})
beforeEach(async () => {
  server.asked.length = 0
  await allow({})
})

const system = <T>(work: Parameters<typeof test.deps.database.asSystem<T>>[0]) =>
  test.deps.database.asSystem(work)

async function allow({ limit = 100, apis = true, boost = true }) {
  await system(async (tx) => {
    await tx.delete(llmUsageLogs)
    await tx.delete(aiBoostCounts)
    const fields = {
      type: 1 as const,
      aiApiMaxCount: limit,
      aiApiFreeCount: Math.min(limit, 10),
      allowApis: apis,
    }
    const [plan] = await tx
      .insert(plans)
      .values({ name: 'AI', ...fields })
      .onConflictDoUpdate({ target: plans.name, set: fields })
      .returning()
    await tx
      .update(organizations)
      .set({ useAiBoost: boost, planId: plan?.id ?? 0 })
      .where(eq(organizations.id, test.own.id))
  })
}

/** A box for each of six figures. */
const figures = [2, 3, 4, 5, 6, 7].map((left) => `0.${left}@0.4:0.${left + 1}@0.6`).join(',')

const meter = () =>
  addMeter(test.deps.database, test.own.id, {
    meterCategoryId: 4,
    startValue: 0,
    endValue: 50_000,
    emergencyStartValue: 40_000,
    emergencyEndValue: 50_000,
    digitNumber: 6,
    decimalPoint: 1,
    settings: figures,
    area: '0.2:0.4,0.8:0.6',
    useAiBoost: true,
  })

/** A reading as our reader leaves it when in doubt, without a job of its own. */
async function doubtful() {
  const { database, storage } = test.deps
  const picture = await parsePicture(photograph, 'picture')
  await storePicture(storage, test.own.id, picture)
  await system((tx) => recordPicture(tx, test.own.id, picture))
  const reading = await addReading(database, await meter(), {
    value: 1284.5,
    readValue: 1284.5,
    valueSource: 'reader',
    source: 'phone',
    readState: 1,
    confidence: 0.7,
    aiBoostEnabled: true,
    pictureSha256: picture.sha256,
    frame: {
      area: [
        { x: 0.2, y: 0.4 },
        { x: 0.8, y: 0.4 },
        { x: 0.8, y: 0.6 },
        { x: 0.2, y: 0.6 },
      ],
      boxes: [],
      needle: null,
      mark: null,
      text: '1284.5',
    },
    createdAt: new Date('2026-11-20T00:00:00Z'),
  })
  return { readingId: reading.id, organizationId: test.own.id, secondChoice: 1234.5 }
}

const readingOf = async (id: number) =>
  dataOf('reading', await test.ask('GET', `/api/v1/meters-value/${id}`, { as: test.own.general }))
const logs = async () =>
  dataOf('llmUsageLogs', await test.ask('GET', '/api/v1/llm-usage-logs', { as: test.own.system }))
async function counted() {
  const usage = dataOf('planUsage', await test.ask('GET', '/api/v1/plan-usage', { as: test.own.general }))
  return usage.limits.find(({ name }) => name === 'ai_boost')?.used
}

async function send(background: string) {
  const { id } = await meter()
  const jpeg = await sharp({ create: { width: 2400, height: 1800, channels: 3, background } })
    .withExif({ IFD0: { Make: 'SecretPhone' } })
    .jpeg()
    .toBuffer()
  const body = {
    meter_id: id,
    value: null,
    created_at: '2026-11-20 09:00:00',
    image_base64: jpeg.toString('base64'),
  }
  return dataOf(
    'createReading',
    await test.ask('POST', '/api/v1/meter-value', { as: test.own.general, body }),
  ).id
}

describe('an unsure reading of a meter with AI boost', () => {
  it('is sent to the model, and a sure answer becomes its value', async () => {
    server.behave(says({ value: 1234.5, confidence: 0.97, reason: '桁がはっきり見えます' }))
    const id = await send('#777777')
    await expect
      .poll(() => readingOf(id))
      .toMatchObject({
        value: 1234.5,
        read_value: 1234.5,
        boosted: true,
        confidence: 0.85,
        is_abnormal: false,
      })
    const [asked] = server.asked
    expect(asked).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-secret-of-tests' },
      body: {
        model: 'reader-1',
        response_format: { type: 'json_schema', json_schema: { strict: true } },
      },
    })
    const [, { content }] = asked?.body.messages ?? [null, { content: [] }]
    expect(content[0]?.text.split('\n')).toEqual([
      '種別：回転する数字のカウンター',
      '単位：MPa',
      '測定範囲：0 〜 50000',
      '桁数：6（小数点以下を含む）',
      '小数点以下の桁数：1',
      '読取位置：およそ左から 20 〜 80 %、上から 40 〜 60 %',
    ])
    const sent = Buffer.from(content[1]?.image_url.url.split(',')[1] ?? '', 'base64')
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1200 })
    expect(sent.includes('SecretPhone')).toBe(false)
    expect(await counted()).toBe(1)
    expect(await logs()).toMatchObject([
      {
        provider: new URL(server.settings.LLM_URL).host,
        model: 'reader-1',
        status: 'success',
        reason: null,
        input_tokens: 1200,
        output_tokens: 40,
        cost: 0.0034,
        reading: { id },
      },
    ])
  })

  it('keeps what a person says while the model thinks', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.behave(async (response, request) => {
      await promise
      await says({ value: 1234.5, confidence: 1, reason: '' })(response, request)
    })
    const id = await send('#666666')
    await expect.poll(() => server.asked.length).toBe(1)
    const path = `/api/v1/meter-value/${id}`
    await test.ask('PUT', path, { as: test.own.general, body: { value: 1111.1 } })
    resolve()
    await expect
      .poll(logs)
      .toMatchObject([{ status: 'success', reason: expect.stringContaining('ほかで確定') }])
    expect(await readingOf(id)).toMatchObject({ value: 1111.1, value_source: 'corrected' })
    expect(await readingOf(id)).not.toHaveProperty('boosted')
  })
})

it('a value that a person confirms while the model thinks stays theirs', async () => {
  const job = await doubtful()
  server.behave(async (response, request) => {
    const path = `/api/v1/meter-value/${job.readingId}`
    await test.ask('PUT', path, { as: test.own.general, body: { value: 1284.5 } })
    await says({ value: 1234.5, confidence: 1, reason: '' })(response, request)
  })
  await runAskModel(test.deps, job)
  expect(await readingOf(job.readingId)).toMatchObject({ value: 1284.5, value_source: 'accepted' })
  expect(await logs()).toMatchObject([{ reason: expect.stringContaining('ほかで確定') }])
})

describe('a paid answer stays in the log, and counts once,', () => {
  it('where an initialisation deletes reading and picture while the model thinks', async () => {
    const job = await doubtful()
    server.behave(async (response, request) => {
      await system(async (tx) => {
        await tx.execute(sql`delete from readings where id = ${job.readingId}`)
        await tx.execute(sql`update readings set picture_sha256 = null, result_sha256 = null`)
        await tx.execute(sql`delete from pictures`)
      })
      await says({ value: 1234.5, confidence: 1, reason: '' })(response, request)
    })
    await runAskModel(test.deps, job)
    expect(await logs()).toMatchObject([{ status: 'success', reading: null, image: null, cost: 0.0034 }])
    expect(await counted()).toBe(1)
  })

  it('where it cannot be applied', async () => {
    const job = await doubtful()
    await system((tx) =>
      tx.execute(sql`
        create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
        create trigger refuse before update on readings for each row execute function refuse()`),
    )
    server.behave(says({ value: 1234.5, confidence: 1, reason: '' }))
    await runAskModel(test.deps, job)
    await system((tx) => tx.execute(sql`drop function refuse cascade`))
    expect(await readingOf(job.readingId)).toMatchObject({ value: 1284.5 })
    expect(await readingOf(job.readingId)).not.toHaveProperty('boosted')
    expect(await logs()).toMatchObject([{ status: 'success', reason: expect.stringMatching(/障害/) }])
    expect(await counted()).toBe(1)
  })
})

it('a server that stops does not wait for an answer: it is asked for again later', async () => {
  const job = await doubtful()
  const stopping = new AbortController()
  server.behave(() => stopping.abort())
  const parts = { ...test.deps, stopping }
  await expect(runAskModel(parts, job)).rejects.toThrow(AskAgain)
  expect(await logs()).toMatchObject([{ status: 'error', reason: expect.stringMatching(/停止/) }])
  expect(await counted()).toBe(0)
  await expect(runAskModel(parts, job)).rejects.toThrow(AskAgain)
  expect(server.asked).toHaveLength(1)
})

it('is not asked where the meter has lost its reading settings', async () => {
  const job = await doubtful()
  await system((tx) => tx.update(meters).set({ settings: null }))
  await runAskModel(test.deps, job)
  expect(server.asked).toEqual([])
  expect(await logs()).toEqual([])
})

describe('what the model answers', () => {
  it('counts where it is our second choice, however unsure it is', async () => {
    server.behave(says({ value: 1234.5, confidence: 0.3, reason: '' }))
    const job = await doubtful()
    await runAskModel(test.deps, job)
    const reading = await readingOf(job.readingId)
    expect(reading).toMatchObject({ value: 1234.5, confidence: 0.9, boosted: true })
    // Framed anew: the picture says the value, too.
    expect(reading.result_image).not.toBeNull()
  })

  it('is left for a person to check where the counter showed more before', async () => {
    server.behave(says({ value: 1284.5, confidence: 1, reason: '' }))
    const job = await doubtful()
    const { meter_id: id } = await readingOf(job.readingId)
    const [of] = await system((tx) => tx.select().from(meters).where(eq(meters.id, id)))
    if (of === undefined) throw new Error('the meter is gone')
    const createdAt = new Date('2026-11-19T00:00:00Z')
    await addReading(test.deps.database, of, { value: 1290, createdAt })
    await runAskModel(test.deps, job)
    expect(await readingOf(job.readingId)).toMatchObject({ value: 1284.5, confidence: 0.85, boosted: true })
  })

  it.each([
    ['out of range', says({ value: 60_000, confidence: 1, reason: '' }), 'success', /範囲/],
    ['unsure and alone', says({ value: 1299.9, confidence: 0.6, reason: '' }), 'success', /合わず/],
    ['no value', says({ value: null, confidence: 0, reason: '' }), 'success', /読めない/],
    ['a refusal', answers(completionOf({ content: null, refusal: 'いやです' })), 'error', /断り/],
    ['filtered', answers(completionOf({ content: '' }, 'content_filter')), 'error', /断り/],
    ['truncated', answers(completionOf({ content: '{"value": 12' }, 'length')), 'error', /途中/],
    ['prose', answers(completionOf({ content: 'It says 1234.5 \u0000' })), 'error', /JSON/],
    [
      'of wrong types',
      answers(completionOf({ content: '{"value":"1234.5","confidence":1,"reason":""}' })),
      'error',
      /JSON/,
    ],
    ['another shape', answers({ error: null }), 'error', /形式/],
    ['enormous', answers(completionOf({ content: 'x'.repeat(400_000) })), 'error', /大きすぎ/],
  ])('leaves our reading where it is %s, and the call counts', async (_, behaviour, status, reason) => {
    server.behave(behaviour)
    const job = await doubtful()
    await runAskModel(test.deps, job)
    const reading = await readingOf(job.readingId)
    expect(reading).toMatchObject({ value: 1284.5, confidence: 0.7 })
    expect(reading).not.toHaveProperty('boosted')
    expect(await logs()).toMatchObject([{ status, reason: expect.stringMatching(reason) }])
    expect(await counted()).toBe(1)
  })

  it.each([
    ['401', answers({ error: { message: 'bad key sk-secret-of-tests' } }, 401), /401.*キー/, false],
    ['400', answers({ error: { message: 'no images' } }, 400), /400/, false],
    ['429', answers({}, 429), /429.*制限/, true],
    ['500', answers({}, 500), /500.*障害/, true],
    [
      'a redirect',
      (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
      /転送/,
      false,
    ],
    ['a connection that breaks', (response) => void response.destroy(), /途切れ/, true],
    [
      'a drip that never ends',
      (response, request) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 100)
        request.socket.once('close', () => clearInterval(drip))
      },
      /時間内/,
      true,
    ],
  ] satisfies [string, Parameters<ModelServer['behave']>[0], RegExp, boolean][])(
    'costs nothing of the plan where there is none: %s',
    async (_, behaviour, reason, passing) => {
      server.behave(behaviour)
      const job = await doubtful()
      const asking = runAskModel(test.deps, job)
      await (passing ? expect(asking).rejects.toThrow(AskAgain) : asking)
      expect(await readingOf(job.readingId)).toMatchObject({ value: 1284.5, confidence: 0.7 })
      const [log] = await logs()
      expect(log).toMatchObject({ status: 'error', reason: expect.stringMatching(reason) })
      expect(JSON.stringify(log)).not.toContain('sk-secret')
      expect(await counted()).toBe(0)
      expect(server.asked).toHaveLength(1)
    },
  )
})

describe('a plan', () => {
  it('is never exceeded, however many ask at once', async () => {
    await allow({ limit: 3 })
    server.behave(says({ value: null, confidence: 0, reason: '' }))
    const jobs = await Promise.all(Array.from({ length: 8 }, doubtful))
    await Promise.all(jobs.map((job) => runAskModel(test.deps, job)))
    expect(server.asked).toHaveLength(3)
    expect(await counted()).toBe(3)
    expect(await logs()).toHaveLength(3)
  })

  it('begins anew with each month of the organization’s zone', async () => {
    await allow({ limit: 1 })
    const now = monthOf('Asia/Tokyo', test.deps.clock())
    const before = monthOf('UTC', new Date(Date.parse(now) - 1))
    await system((tx) =>
      tx.insert(aiBoostCounts).values({ organizationId: test.own.id, month: before, calls: 1 }),
    )
    await runAskModel(test.deps, await doubtful())
    expect(server.asked).toHaveLength(1)
    const { rows } = await system((tx) =>
      tx.execute(sql`select month::text, calls from ai_boost_counts order by 1`),
    )
    expect(rows).toEqual([
      { month: before, calls: 1 },
      { month: now, calls: 1 },
    ])
  })

  it.each([
    ['the plan has no AI', { apis: false }],
    ['the plan allows no call', { limit: 0 }],
    ['the organization has no AI boost', { boost: false }],
  ])('keeps every picture in the house where %s', async (_, rules) => {
    const job = await doubtful()
    await allow(rules)
    await runAskModel(test.deps, job)
    expect(server.asked).toEqual([])
    expect(await counted()).toBe(0)
  })
})

it('a reading that is sure, deleted, or a person’s is not sent', async () => {
  const jobs = [await doubtful(), await doubtful(), await doubtful()]
  const [sure, deleted, entered] = jobs.map(({ readingId }) => readingId)
  await system((tx) => tx.execute(sql`update readings set confidence = 0.95 where id = ${sure}`))
  await test.ask('DELETE', `/api/v1/meter-value/${deleted}`, { as: test.own.general })
  const body = { value: 5 }
  await test.ask('PUT', `/api/v1/meter-value/${entered}`, { as: test.own.general, body })
  for (const job of jobs) await runAskModel(test.deps, job)
  expect(server.asked).toEqual([])
})
