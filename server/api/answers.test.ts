// Covers docs/requirements.md: 223, 237, 258, 259, 314, 477, 565

import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCodes, failureSchema } from '../../contract/calls/errors.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addDevice, addMeter, addReading } from '../../tests/support/server/builders.ts'
import { createApp } from '../app.ts'
import { connect } from '../db/client.ts'
import { messages } from './messages.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { RATE_LIMIT: '250', TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => test.close())

const json = { 'content-type': 'application/json' }

describe('a failed call', () => {
  it('has one shape: code, Japanese sentence, the id that the log and the header name', async () => {
    const answer = await test.ask('GET', '/api/v1/user/me')
    expect(answer.status).toBe(401)
    const failure = failureSchema.parse(answer.json)
    expect(failure).toEqual({
      success: false,
      code: 'unauthenticated',
      messages: ['ログインが必要です。'],
      request_id: answer.headers['x-request-id'],
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('names every wrong field by its dotted path, and unknown ones too', async () => {
    const answer = await test.ask('POST', '/api/v1/meters', {
      as: test.own.general,
      body: {
        name: '',
        meter_unit_id: '1',
        pins: { axis: { x: 2, y: 0 }, radius: 1 },
        colour: 'red',
      },
    })
    expect(answer.status).toBe(400)
    const { code, issues } = failureSchema.parse(answer.json)
    expect(code).toBe('validation_failed')
    expect(issues?.map(({ path }) => path).sort()).toEqual(
      ['colour', 'meter_category_id', 'meter_unit_id', 'name', 'pins.axis.x'].sort(),
    )
    for (const { message } of issues ?? []) expect(message).toMatch(/[ぁ-んァ-ヶ一-龠]/)
  })

  it.each([
    ['a wrong number in the path', 'GET', '/api/v1/meters/abc', 'id'],
    ['a wrong filter', 'GET', '/api/v1/meters-values?recorded_span=yesterday', 'recorded_span'],
  ] as const)('names %s', async (_what, method, path, field) => {
    expect(await test.ask(method, path, { as: test.own.general })).toMatchObject({
      status: 400,
      json: { code: 'validation_failed', issues: [{ path: field }] },
    })
  })

  it.each([
    ['is not JSON', 400, 'body_malformed', { headers: json, bytes: Buffer.from('{"a":') }],
    ['is empty', 400, 'body_malformed', { headers: json, bytes: Buffer.from('') }],
    [
      'would write to the prototype',
      400,
      'body_malformed',
      { headers: json, bytes: Buffer.from('{"__proto__":{"a":1}}') },
    ],
    [
      'is of another type',
      415,
      'media_type_unsupported',
      { headers: { 'content-type': 'text/plain' }, bytes: Buffer.from('a=b') },
    ],
    ['is missing', 400, 'validation_failed', {}],
    ['is a list', 400, 'validation_failed', { body: [] }],
  ] as const)('says so when the body %s: %d %s', async (_what, status, code, asked) => {
    expect(await test.ask('POST', '/api/v1/login', asked)).toMatchObject({
      status,
      json: {
        success: false,
        code,
        messages: [messages[code], expect.any(String)],
      },
    })
  })

  it('is 413 when the body is larger than the call takes, each call by its own measure', async () => {
    const large = 'x'.repeat(200_000)
    expect(await test.ask('POST', '/api/v1/login', { body: { username: large } })).toMatchObject({
      status: 413,
      json: { code: 'payload_too_large' },
    })
    const withPicture = await test.ask('POST', '/api/v1/meter-value', {
      as: test.own.general,
      body: { meter_id: 1, value: null, created_at: 'x', image_base64: 'A'.repeat(27_000_000) },
    })
    expect(withPicture).toMatchObject({ status: 400, json: { issues: [{ path: 'created_at' }] } })
    const capture = await test.ask('POST', '/api/v1/captures', {
      as: test.own.general,
      headers: { 'content-type': 'image/jpeg' },
      bytes: new Uint8Array(20_000_001),
    })
    expect(capture).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
  })

  it('is 415 when a picture’s call is sent something else, whatever it is labelled', async () => {
    const bytes = Buffer.from('no picture')
    const meter = await addMeter(test.deps.database, test.own.id)
    const at = encodeURIComponent(test.deps.clock().toISOString())
    const query = `meter_id=${meter.id}&captured_at=${at}&sent_at=${at}`
    for (const type of ['text/plain', 'image/jpeg']) {
      expect(
        await test.ask('POST', `/api/v1/captures?${query}`, {
          as: test.own.general,
          headers: {
            'content-type': type,
            'idempotency-key': randomUUID(),
            'picture-sha256': createHash('sha256').update(bytes).digest('hex'),
            'picture-length': String(bytes.length),
          },
          bytes,
        }),
      ).toMatchObject({ status: 415, json: { code: 'picture_unsupported' } })
    }
  })

  it('is a 404 of the same shape on an unknown path of the API', async () => {
    for (const path of ['/api', '/api/v1/nothing', '/api/v2/meters']) {
      expect(await test.ask('GET', path)).toMatchObject({
        status: 404,
        json: { success: false, code: 'not_found' },
      })
    }
    expect(await test.ask('DELETE', '/api/v1/login')).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
  })

  it.each([
    ['/api/v1/meters/%E0%A4%A', undefined],
    ['/api/v1/meters/%ff', undefined],
    ['/api/v1/meters-values?limit=5&text=%ff', [{ path: 'text', message: messages.address_malformed }]],
  ])('says that the address %s cannot be decoded, and where', async (path, issues) => {
    const answer = await test.ask('GET', path, { as: test.own.general })
    expect(answer.status).toBe(400)
    const failure = failureSchema.parse(answer.json)
    expect(failure).toMatchObject({ code: 'address_malformed', messages: [messages.address_malformed] })
    expect(failure.issues).toEqual(issues)
  })

  it('is 429 with the seconds to wait when an address calls too often, and other addresses go on', async () => {
    const call = (from: string) =>
      test.ask('POST', '/api/v1/refresh', {
        body: { refresh_token: 'x' },
        headers: { 'x-forwarded-for': from },
      })
    for (let time = 0; time < 10; time++) expect((await call('198.51.100.1')).status).toBe(401)
    const refused = await call('198.51.100.1')
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('198.51.100.2')).status).toBe(401)
  })

  it('is 429 when an address sends too many tokens that are not let in; who is let in there goes on', async () => {
    const person = await test.signIn(test.own.general)
    const call = (path: string, idToken: string) =>
      test.ask('GET', path, { as: { idToken }, headers: { 'x-forwarded-for': '198.51.100.3' } })
    for (let time = 0; time < 5; time++) {
      expect((await call('/api/v1/user/me', 'made.up.token')).status).toBe(401)
      expect((await call('/api/v1/meters', person.accessToken)).status).toBe(401)
    }
    const refused = await call('/api/v1/meters-units', 'made.up.token')
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('/api/v1/user/me', person.idToken)).status).toBe(200)
    // Their tokens run out there as well, and they must learn it to renew them.
    test.advance(16 * 60_000)
    for (let time = 0; time < 10; time++)
      expect((await call('/api/v1/user/me', person.idToken)).status).toBe(401)
    expect((await call('/api/v1/user/me', person.idToken)).status).toBe(429)
    test.advance(-16 * 60_000)
  })

  it('is 503 while the database is not there, without a word about it', async () => {
    const database = connect('postgres://kenshin:hidden@127.0.0.1:1/postgres', test.deps.log)
    const app = await createApp({ ...test.deps, database })
    const { idToken } = test.own.general
    const answer = await app.inject({
      url: '/api/v1/meters',
      headers: { authorization: `Bearer ${idToken}` },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({ success: false, code: 'unavailable' })
    expect(answer.payload).not.toContain('127.0.0.1')
    expect((await app.inject('/ready')).statusCode).toBe(503)
    expect((await app.inject('/health')).statusCode).toBe(200)
    await app.close()
    await database.close()
  })

  it.each([
    ['statement_timeout', 'the database does not come to an end in time'],
    ['lock_timeout', 'somebody else keeps hold of what is asked for'],
  ])('is 503 by %s when %s', async (limit) => {
    const database = connect(`${test.databaseUrl}?${limit}=100`, test.deps.log)
    const app = await createApp({ ...test.deps, database })
    const { idToken } = test.own.general
    // Whoever reads waits for as long as somebody changes the table.
    const answer = await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`lock table readings in access exclusive mode`)
      return app.inject({ url: '/api/v1/meters-values', headers: { authorization: `Bearer ${idToken}` } })
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'unavailable', messages: [messages.unavailable] })
    await app.close()
    await database.close()
  })
})

it('has a Japanese sentence for every code', () => {
  for (const code of errorCodes) expect(messages[code]).toMatch(/(。|です|ます|ません|ください)$/)
})

it('answers OPTIONS with what a path takes, and HEAD like GET without a body', async () => {
  expect(await test.ask('OPTIONS', '/api/v1/meters')).toMatchObject({
    status: 204,
    headers: { allow: 'OPTIONS, GET, HEAD, POST' },
  })
  expect(await test.ask('HEAD', '/api/v1/meters-units', { as: test.own.general })).toMatchObject({
    status: 200,
    text: '',
  })
  expect(await test.ask('HEAD', '/api/v1/meters-units')).toMatchObject({ status: 401 })
})

it('refuses a body that names another organization, and takes one’s own', async () => {
  const body = { name: 'x', meter_unit_id: 1, meter_category_id: 1 }
  const create = (organization_id: number) =>
    test.ask('POST', '/api/v1/meters', { as: test.own.admin, body: { ...body, organization_id } })
  expect(await create(test.other.id)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  expect(await create(test.own.id)).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
})

describe('for those who watch the server', () => {
  it('says that it runs and that it is ready', async () => {
    expect(await test.ask('GET', '/health')).toMatchObject({ status: 200, json: { status: 'ok' } })
    expect(await test.ask('GET', '/ready')).toMatchObject({ status: 200, json: { status: 'ready' } })
  })

  it('gives an operator queues, readings, devices and connections', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await addReading(database, meter, { readState: 0, value: null, createdAt: test.deps.clock() })
    await addDevice(database, test.own.id, { type: 0, status: 5 })
    await database.asSystem((tx) =>
      test.deps.jobs.enqueue(tx, 'read-picture', [
        { organizationId: test.own.id, readingId: 1, meterId: meter.id },
      ]),
    )
    await database.asSystem((tx) =>
      tx.execute(sql`
        insert into pgboss.job (name, state, created_on) values
          ('ask-model-dead', 'completed', now() - interval '23 hours'),
          ('ask-model-dead', 'completed', now() - interval '25 hours')`),
    )
    const { text } = await test.ask('GET', '/metrics')
    const figure = (name: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.split(' ')[1])
    }
    expect(figure('job_queue_length{queue="read-picture"}')).toBe(1)
    expect(figure('job_oldest_waiting_seconds{queue="read-picture"}')).toBeGreaterThanOrEqual(0)
    expect(figure('job_queue_length{queue="send-mail"}')).toBe(0)
    expect(figure('jobs_given_up_last_day{queue="ask-model-dead"}')).toBe(1)
    expect(figure('jobs_given_up_last_day{queue="notice-mail-dead"}')).toBe(0)
    expect(figure('readings_of_last_day{state="unread"}')).toBe(1)
    expect(figure('devices{status="communicationError"}')).toBe(1)
    expect(figure('database_connections{pool="calls",state="open"}')).toBeGreaterThan(0)
    expect(figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('counts calls by route, for this machine only', async () => {
    await test.ask('GET', '/api/v1/meters/999', { as: test.own.general })
    const { text } = await test.ask('GET', '/metrics')
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/meters\/:id",status="404"\} \d/,
    )
    expect(await test.ask('GET', '/metrics', { from: '203.0.113.5' })).toMatchObject({ status: 404 })
    expect(await test.ask('GET', '/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).toMatchObject({
      status: 404,
    })
  })

  describe('at the addresses of METRICS_FROM', () => {
    let named: TestApp
    beforeAll(async () => {
      const settings = { METRICS_FROM: '203.0.113.0/28', TRUST_PROXY: '127.0.0.1,10.0.0.0/8,fd00::/8' }
      named = await createTestApp({ settings })
    })
    afterAll(() => named.close())

    const statusFrom = async (from: string, headers: Record<string, string> = {}) =>
      (await named.ask('GET', '/metrics', { from, headers })).status

    it('shows metrics, also behind a trusted proxy', async () => {
      expect(await statusFrom('203.0.113.5')).toBe(200)
      expect(await statusFrom('203.0.113.16')).toBe(404)
      expect(await statusFrom('127.0.0.1', { 'x-forwarded-for': '203.0.113.5' })).toBe(200)
      expect(await statusFrom('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).toBe(404)
      // Anybody can send the header; only that of a trusted proxy counts.
      expect(await statusFrom('198.51.100.1', { 'x-forwarded-for': '203.0.113.5' })).toBe(404)
    })

    it.each([
      ['203.0.113.5:51234, 10.0.0.5:443', 200],
      ['203.0.113.5:51234, [fd00::5]:443, 10.0.0.5:443', 200],
      ['198.51.100.1:51234, 10.0.0.5:443', 404],
      ['203.0.113.5:51234, 192.0.2.9:443', 404],
      ['203.0.113.5, 198.51.100.1:51234, 10.0.0.5:443', 404],
    ])('knows the caller behind proxies that add ports (%s): %i', async (forwarded, status) => {
      expect(await statusFrom('127.0.0.1', { 'x-forwarded-for': forwarded })).toBe(status)
    })
  })
})
