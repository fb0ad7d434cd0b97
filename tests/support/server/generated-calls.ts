import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { type Role, role } from '../../../contract/access.ts'
import type { Endpoint } from '../../../contract/calls/endpoint.ts'
import { failureSchema } from '../../../contract/calls/errors.ts'
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts'
import type { Answered, TestApp } from './app.ts'
import { addCallingDevice, type CallingDevice } from './device-calls.ts'
import { type Example, examples } from './examples.ts'
import { photograph, type Subjects, seedSubjects } from './subjects.ts'

// Calls of every endpoint that begin as a valid example and are then changed, field by field, to what its schema takes and
// to what it does not.

type Caller = 'nobody' | 'general' | 'admin' | 'system' | 'device'
type Part = 'params' | 'query' | 'headers' | 'body'
interface Change {
  part: Part
  /** Which of the part's fields, modulo their number. */
  field: number
  /** `undefined`: left out. */
  value: unknown
}
interface GeneratedCall {
  name: EndpointName
  caller: Caller
  changes: Change[]
  /** The body as a whole. */
  body?: unknown
  /** Names a row of another organization. */
  isForeign: boolean
}

const names = Object.keys(endpoints) as EndpointName[]
const endpointOf = (name: EndpointName): Endpoint => endpoints[name]

const nasty = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '\0',
    'a\ud800',
    "'; drop table meters; --",
    '../../etc/passwd',
    '%',
    '9'.repeat(40),
    'あ'.repeat(5000),
  ],
  ...['2026-02-30 25:61:61', '2026-11-01>', '<script>', '1e999', 'null', '-0', '🏭\u202e'],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, true, null, [], {}, [null], { a: { b: [] } }],
  undefined,
)

/** Values that a schema takes by its types, if not always by its further rules. */
function valuesOf(schema: $ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom(
          '2026-11-20 09:00:00',
          '2026-11-20',
          '0001-01-01',
          '9999-12-31',
          '9999-12-31 23:59:59',
          '2026-11-01>2026-11-20',
          '1,2',
          '0 15 * * *',
          '192.0.2.0/24',
          '検針',
        ),
      )
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer(), fc.double())
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'array':
      return fc.array(valuesOf(def.element), { maxLength: 5 })
    case 'union':
      return fc.oneof(...def.options.map(valuesOf))
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, valuesOf(inner)])),
        { requiredKeys: [] },
      )
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return fc.oneof({ weight: 4, arbitrary: valuesOf(def.innerType) }, fc.constant(null))
    case 'pipe':
      return valuesOf(def.in)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const shapeOf = (schema: Endpoint[Part]): Record<string, $ZodType> =>
  schema !== undefined && 'shape' in schema ? schema.shape : {}

const partsOf = (name: EndpointName) =>
  (['params', 'query', 'headers', 'body'] as const).filter(
    (part) => Object.keys(shapeOf(endpointOf(name)[part])).length > 0,
  )

function changeOf(name: EndpointName): fc.Arbitrary<Change> {
  const fields = partsOf(name).flatMap((part) =>
    Object.values(shapeOf(endpointOf(name)[part])).map((schema, field) => ({ part, schema, field })),
  )
  const unknown = fc.constant<Change>({ part: 'query', field: -1, value: '1' })
  if (fields.length === 0) return unknown
  const known = fc
    .constantFrom(...fields)
    .chain(({ part, schema, field }) =>
      fc
        .oneof({ weight: 3, arbitrary: valuesOf(schema) }, { weight: 2, arbitrary: nasty })
        .map((value): Change => ({ part, field, value })),
    )
  return fc.oneof({ weight: 15, arbitrary: known }, unknown)
}

/** Mostly somebody who may call it. */
function callerOf({ access }: Endpoint): fc.Arbitrary<Caller> {
  const usual = {
    public: 'nobody',
    signed: 'general',
    user: 'general',
    admin: 'admin',
    system: 'system',
    device: 'device',
  }
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual[access] as Caller) },
    fc.constantFrom<Caller>('nobody', 'general', 'admin', 'system', 'device'),
  )
}

const generatedCalls: fc.Arbitrary<GeneratedCall> = fc.constantFrom(...names).chain((name) => {
  const endpoint = endpointOf(name)
  return fc.record(
    {
      name: fc.constant(name),
      caller: callerOf(endpoint),
      changes: fc.array(changeOf(name), { maxLength: 3 }),
      isForeign: fc.boolean(),
      body: endpoint.body === undefined ? fc.constant(undefined) : fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: ['name', 'caller', 'changes', 'isForeign'] },
  )
})

/** Makes the calls one by one in two organizations of their own. */
async function openGenerated(test: TestApp) {
  const roles: Record<Exclude<Caller, 'device'>, Role> = {
    nobody: role.general,
    general: role.general,
    admin: role.admin,
    system: role.system,
  }
  const own = new Map<Caller, Subjects>()
  const strangers = await seedSubjects(test, test.other, role.general)
  let device: CallingDevice | null = null
  const secrets = [strangers.meterName, strangers.captureKey, strangers.user.email, strangers.user.username]

  async function subjectsOf(caller: Caller): Promise<Subjects> {
    const known = own.get(caller)
    if (known !== undefined) return known
    const seeded = await seedSubjects(test, test.own, caller === 'device' ? role.general : roles[caller])
    own.set(caller, seeded)
    return seeded
  }

  /** Some calls end the session, or switch the organization off. */
  async function mend(caller: Caller): Promise<void> {
    own.delete(caller)
    if (caller === 'device') device = null
    await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`update organizations set status = 0, plan_id = 1`)
      await tx.execute(sql`
        update plans set allow_devices = true, allow_apps = true, allow_apis = true, allow_mobiles = true,
          ai_api_max_count = null, ai_api_free_count = null, limit_mobile_count = null where id = 1`)
    })
  }

  async function send(call: GeneratedCall): Promise<Answered> {
    const endpoint = endpointOf(call.name)
    const caller = await subjectsOf(call.caller)
    const example: Example = examples[call.name]
    const base = example.call(call.isForeign ? strangers : caller, caller)
    const parts: Record<Part, Record<string, unknown>> = {
      params: { ...base.path },
      query: Object.fromEntries(new URLSearchParams(base.query)),
      headers: { ...base.headers },
      body: { ...base.body },
    }
    for (const { part, field, value } of call.changes) {
      const keys = Object.keys(shapeOf(endpoint[part]))
      const key = field < 0 ? 'unknown_field' : (keys[field] ?? '')
      if (value !== undefined) parts[part][key] = value
      else if (part !== 'params') delete parts[part][key]
    }
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, key: string) =>
      encodeURIComponent(textOf(parts.params[key]).toWellFormed() || '-'),
    )
    const query = Object.entries(parts.query).map(
      ([key, value]) => `${key}=${encodeURIComponent(textOf(value).toWellFormed())}`,
    )
    // Others do not get past Node.
    const headers = Object.entries(parts.headers).map(
      ([key, value]) => [key, textOf(value).replace(/[^ -~]/g, '?')] as const,
    )
    if (call.caller === 'device') device ??= await addCallingDevice(test, test.own)
    const body =
      'body' in call && call.body !== undefined
        ? call.body
        : Array.isArray(base.body)
          ? base.body
          : parts.body
    const json = new TextEncoder().encode(JSON.stringify(body))
    return test.ask(endpoint.method, path + (query.length === 0 ? '' : `?${query.join('&')}`), {
      as: call.caller === 'nobody' || call.caller === 'device' ? null : caller.user,
      headers: {
        ...(call.caller === 'device' && device?.headers),
        ...(endpoint.body && { 'content-type': 'application/json' }),
        ...Object.fromEntries(headers),
      },
      ...(endpoint.body && { bytes: json }),
      ...(endpoint.binary && { bytes: base.bytes ?? photograph }),
    })
  }

  return async (call: GeneratedCall): Promise<number> => {
    const answer = await send(call)
    const about = `${call.name}: ${answer.status} ${answer.text.slice(0, 500)}`
    expect(answer.status, about).toBeLessThan(500)
    if (answer.status >= 400) {
      const failure = failureSchema.parse(answer.json)
      // What is wrong with the input has a name; who may not, or asks for what is not there, learns no more.
      if (failure.code === 'validation_failed') {
        expect(failure.issues?.length, about).toBeGreaterThan(0)
        for (const { path, message } of failure.issues ?? []) {
          if (call.body === undefined) expect(path, about).not.toBe('')
          expect(message, about).not.toBe('')
        }
      }
    }
    // The log of calls repeats the addresses that they asked for.
    const shown = call.name === 'accessLogs' ? answer.text.replaceAll(strangers.captureKey, '') : answer.text
    // A system administrator may look into another organization.
    if (call.caller !== 'system') for (const secret of secrets) expect(shown).not.toContain(secret)
    const isLost =
      (answer.status === 401 && call.caller !== 'nobody') || (answer.status === 403 && !call.isForeign)
    if (isLost || (call.caller === 'system' && /Organization|Plan/.test(call.name))) await mend(call.caller)
    return answer.status
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/** The same calls each time, so that a failure is the change's; another seed finds others. */
const seed = 14

/** Makes so many generated calls, and sees that some are answered, some refused and some find nothing. */
export async function expectGeneratedCallsAnswered(test: TestApp, numRuns: number): Promise<void> {
  const call = await openGenerated(test)
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(generatedCalls, async (one) => {
      statuses.add(await call(one))
    }),
    { seed, numRuns, endOnFailure: true },
  )
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]))
}
