// Covers docs/requirements.md: 314

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { $ZodCodec, $ZodNullable, $ZodObject, $ZodOptional, $ZodString, type $ZodType } from 'zod/v4/core'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { maxIssues } from '../../contract/calls/errors.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { failureOf } from '../../tests/support/server/data.ts'
import { type Example, examples } from '../../tests/support/server/examples.ts'
import type { Subjects } from '../../tests/support/server/subjects.ts'
import { failureLimit } from '../plugins/errors.ts'
import { anonymousLimit } from './adapter.ts'
import { Failure } from './call.ts'
import { validatorCompiler } from './validator.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const all = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]
const keys = (count: number, key: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [key(index), 1]))

describe('a failed answer is never larger than its limit', () => {
  const control = '\u0001'.repeat(90)
  const nested = (depth: number) => Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  const json = { 'content-type': 'application/json' }
  it.each([
    ['8,000 unknown keys', { body: keys(8000, (index) => `k${index}`) }],
    ['unknown keys that grow sixfold in JSON', { body: keys(100, (index) => `${index}${control}`) }],
    ['one unknown key of 90 kB', { body: keys(1, () => 'k'.repeat(90_000)) }],
    ['unknown keys in a nested object', { body: { pins: keys(8000, (index) => `k${index}`) } }],
    ['a structure 16,000 levels deep', { headers: json, bytes: nested(16_000) }],
    ['8,000 texts that no database holds', { body: unstorables(8000) }],
  ])('with %s', async (_what, asked) => {
    const answer = await test.ask('POST', '/api/v1/meters', { as: test.own.admin, ...asked })
    expect(answer.status).toBe(400)
    expect(answer.bytes.length).toBeLessThanOrEqual(failureLimit)
    expect(failureOf(answer).issues?.length).toBeLessThanOrEqual(maxIssues)
  })

  it('with 1,000 wrong numbers in a query', async () => {
    const ids = Array.from({ length: 1000 }, () => '0').join()
    const answer = await test.ask('GET', `/api/v1/meters-values?meter_ids=${ids}`, { as: test.own.admin })
    expect(answer.status).toBe(400)
    expect(answer.bytes.length).toBeLessThanOrEqual(failureLimit)
    expect(failureOf(answer).issues).toHaveLength(maxIssues)
  })
})

it.each([
  ['unknown keys', JSON.stringify(keys(200_000, (index) => `k${index}`))],
  ['elements', `{"image_base64":[${'0,'.repeat(200_000)}0]}`],
  ['lists in lists', `{"image_base64":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('a body of very many %s is refused unread', async (_what, body) => {
  const headers = { 'content-type': 'application/json' }
  const as = test.own.general
  expect(body.length).toBeGreaterThan(100_000)
  expect(
    await test.ask('POST', '/api/v1/meter-value', { as, headers, bytes: Buffer.from(body) }),
  ).toMatchObject({
    status: 413,
    json: {
      code: 'payload_too_large',
      issues: [{ path: 'body', message: 'JSON の要素は 20,000 個までです' }],
    },
  })
})

it('what is wrong with a body is small, however many wrong texts stand under however long a key', () => {
  const key = 'k'.repeat(1_000_000)
  const bodies = [
    { [key]: unstorables(1000) },
    { [key]: Array.from({ length: 1000 }, () => '\0') },
    Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}${key}`, 1])),
  ]
  const validate = validatorCompiler({
    schema: z.strictObject({}),
    method: 'POST',
    url: '/',
    httpPart: 'body',
  })
  for (const body of bodies) {
    const { error } = z.parse(z.object({ error: z.instanceof(Failure) }), validate(body))
    expect(error.issues?.length).toBeGreaterThan(0)
    expect(JSON.stringify(error.issues).length).toBeLessThan(10_000)
  }
})

it('the search for wrong texts ends with as many as an answer names', () => {
  let looked = 0
  const body = new Proxy(
    Array.from({ length: 1000 }, () => '\0'),
    {
      get(target, key, receiver) {
        if (/^\d+$/.test(String(key))) looked += 1
        return Reflect.get(target, key, receiver)
      },
    },
  )
  validatorCompiler({ schema: z.strictObject({}), method: 'POST', url: '/', httpPart: 'body' })({ body })
  expect(looked).toBeLessThanOrEqual(maxIssues)
})

/** For bodies that are only judged by their form. */
const anyone = new Proxy({}, { get: () => 1 }) as Subjects

const unstorables = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '\0']))

it.each(all.filter(([, { access, body }]) => access === 'public' && body !== undefined))(
  'whoever calls %s without a session sends 8 kB at most',
  async (_name, { method, path }) => {
    const send = (length: number) =>
      test.ask(method, path, { body: { x: 'x'.repeat(length - JSON.stringify({ x: '' }).length) } })
    expect((await send(anonymousLimit)).status).toBe(400)
    expect((await send(anonymousLimit + 1)).status).toBe(413)
  },
)

it('whoever calls what is no call of the contract sends 8 kB at most', async () => {
  const answer = await test.ask('POST', '/api/v1/nothing', { body: { x: 'x'.repeat(anonymousLimit) } })
  expect(answer.status).toBe(413)
})

it('an address with a longer part than any id has leads nowhere', async () => {
  const path = `/api/v1/captures/${encodeURIComponent('あ'.repeat(3000))}`
  expect(failureOf(await test.ask('GET', path, { as: test.own.admin })).code).toBe('not_found')
})

describe('a text that no database holds is refused by the name of its field', () => {
  const texts = ['a\0b', 'https://push.example.com/a\0b', 'a\ud800b']
  // In calls of devices such characters are replaced (server/api/unknown-fields.test.ts).
  const calls = all.filter(([, { access }]) => access !== 'device')
  const fields = calls.flatMap(([name, endpoint]) =>
    // Headers with such characters do not get past Node.
    (['params', 'query', 'body'] as const).flatMap((part) =>
      textFields(endpoint[part]).map((path) => [name, part, path] as const),
    ),
  )

  it.each(fields)('%s: %s %s', async (name, part, path) => {
    const endpoint: Endpoint = endpoints[name]
    for (const text of texts) {
      // In an address there are no halves of pairs.
      if (part !== 'body' && !text.isWellFormed()) continue
      const params = part === 'params' ? { [path]: encodeURIComponent(text) } : {}
      const query = part === 'query' ? `?${path}=${encodeURIComponent(text)}` : ''
      const body = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), text)
      const answer = await test.ask(endpoint.method, `${addressOf(endpoint, params)}${query}`, {
        as: test.own.system,
        headers: { ...(endpoint.binary && { 'content-type': 'image/jpeg' }) },
        ...(part === 'body' && { body: body as object }),
        // The body is judged before the query.
        ...(part === 'query' &&
          endpoint.body && { body: (examples[name] as Example).call(anyone, anyone).body }),
        ...(endpoint.binary && { bytes: new Uint8Array(1) }),
      })
      expect(answer).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
      expect(failureOf(answer).issues?.map((issue) => issue.path)).toContain(path)
    }
  })

  it('in as many fields as the contract has', () => {
    expect(fields.length).toBeGreaterThan(60)
  })
})

describe('a name stands on one line', () => {
  const names: EndpointName[] = [
    'createMeter',
    'updateMeter',
    'createGroup',
    'updateGroup',
    'createInspection',
    'updateInspection',
    'createDevice',
    'updateDevice',
  ]
  it.each(names)('%s', async (name) => {
    const endpoint: Endpoint = endpoints[name]
    const send = (text: string) =>
      test.ask(endpoint.method, addressOf(endpoint, {}), { as: test.own.admin, body: { name: text } })
    for (const text of ['一\n二', '一\r\n二', 'a\tb', 'a\u001bb', 'a\u0085b', 'a\u2028b', 'a\u007fb']) {
      const answer = await send(text)
      expect(answer.status).toBe(400)
      expect(failureOf(answer).issues).toContainEqual({
        path: 'name',
        message: '改行や制御文字は使用できません',
      })
    }
    const pasted = await send('1号機　圧力計👷‍♂️\n')
    expect(pasted.status === 400 ? failureOf(pasted).issues?.map(({ path }) => path) : []).not.toContain(
      'name',
    )
  })

  it('and the description of a group on several', async () => {
    const body = { name: '1号棟', description: '一\n二' }
    const answer = await test.ask('POST', '/api/v1/meters-group', { as: test.own.admin, body })
    expect(answer).toMatchObject({ status: 201, json: { data: { description: '一\n二' } } })
  })
})

/** Dotted paths of everything that is text on the wire. */
function textFields(schema: $ZodType | undefined, path: readonly string[] = []): string[] {
  if (schema instanceof $ZodOptional || schema instanceof $ZodNullable) {
    return textFields(schema._zod.def.innerType, path)
  }
  if (schema instanceof $ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([key, inner]) => textFields(inner, [...path, key]))
  }
  const text = schema instanceof $ZodCodec ? schema._zod.def.in : schema
  return text instanceof $ZodString ? [path.join('.')] : []
}

/** The call’s path with something that its schema takes for each other parameter. */
function addressOf({ path }: Endpoint, given: Record<string, string>): string {
  const usual: Record<string, string> = {
    key: '00000000-0000-4000-8000-000000000000',
    sha256: '0'.repeat(64),
    variant: 'original',
  }
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => given[name] ?? usual[name] ?? '1')
}
