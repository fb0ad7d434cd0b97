import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { role } from '../../contract/access.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import { failureOf } from '../../tests/support/server/data.ts'
import { addCallingDevice, type CallingDevice, newPicture } from '../../tests/support/server/device-calls.ts'
import { type Example, examples } from '../../tests/support/server/examples.ts'
import { type Subjects, seedSubjects } from '../../tests/support/server/subjects.ts'

let test: TestApp
let caller: Subjects
let camera: CallingDevice
beforeAll(async () => {
  test = await createTestApp()
  caller = await seedSubjects(test, test.own, role.system)
  camera = await addCallingDevice(test, test.own, { accessHash: 'hash' })
  await addMeter(test.deps.database, test.own.id, { deviceId: camera.id })
})
afterAll(() => test.close())

const all = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]
const strictCalls = all.filter(([, { access }]) => access !== 'device')

/** A valid call with further parameters and fields. */
async function ask(name: EndpointName, further: { query?: string; body?: object }) {
  const endpoint: Endpoint = endpoints[name]
  const example: Example = examples[name]
  const { path, query = '', body, ...asked } = example.call(caller, caller)
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_braces, part: string) =>
    encodeURIComponent(path[part] ?? ''),
  )
  const joined = [query.slice(1), further.query].filter((part) => part).join('&')
  return test.ask(endpoint.method, `${filled}?${joined}`, {
    ...asked,
    ...((body ?? further.body) && { body: { ...body, ...further.body } }),
    as: caller.user,
  })
}

describe('an unknown query parameter', () => {
  it.each(strictCalls)('of %s is refused and named', async (name) => {
    const failure = failureOf(await ask(name, { query: 'meter_idd=60' }))
    expect(failure).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'meter_idd', message: '定義されていない項目です' }],
    })
  })
})

describe('an unknown field of the body', () => {
  const withBody = strictCalls.filter(([, { method, binary }]) => method !== 'GET' && binary === undefined)

  it.each(withBody)('of %s is refused and named', async (name) => {
    const failure = failureOf(await ask(name, { body: { colour: 'red' } }))
    expect(failure).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'colour', message: '定義されていない項目です' }],
    })
  })
})

it.each(strictCalls.filter(([, { body }]) => body !== undefined))(
  'every object within the body of %s refuses unknown fields',
  (_name, { body }) => {
    expect(looseObjects(body as $ZodTypes, 'body')).toEqual([])
  },
)

/** Paths of the objects that ignore unknown fields. */
function looseObjects(schema: $ZodTypes, path: string): string[] {
  const { def } = schema._zod
  const within = (inner: $ZodType, name = '') => looseObjects(inner as $ZodTypes, `${path}${name}`)
  switch (def.type) {
    case 'object': {
      const isStrict = def.catchall?._zod.def.type === 'never'
      const fields = Object.entries(def.shape).flatMap(([key, field]) => within(field, `.${key}`))
      return isStrict ? fields : [path, ...fields]
    }
    case 'array':
      return within(def.element, '[]')
    case 'union':
      return def.options.flatMap((option) => within(option))
    case 'optional':
    case 'nullable':
      return within(def.innerType)
    case 'pipe':
      return within(def.in)
    default:
      return []
  }
}

describe('a call of a device', () => {
  const further = { 'x-firmware': '1.2', 'x-forwarded-for': '192.0.2.1', 'user-agent': 'camera' }
  const lastLog = async () => {
    const answer = await test.ask('GET', '/api/v1/key/access-logs?limit=1', { as: test.own.admin })
    const { data } = answer.json as { data: { messages: string }[] }
    return data[0]?.messages
  }

  it('with unknown headers and query parameters is answered with a remark on each', async () => {
    const answer = await camera.ask('GET', '/api/v1/device-api/config?verbose=1', { headers: further })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      messages: ['不明なクエリ verbose は無視しました', '不明なヘッダー x-firmware は無視しました'],
    })
    await expect
      .poll(lastLog)
      .toBe(
        'GET /api/v1/device-api/config: 不明なクエリ verbose は無視しました、不明なヘッダー x-firmware は無視しました',
      )
  })

  it('with an unknown field is answered with a remark', async () => {
    const answer = await camera.ask('POST', '/api/v1/device-api/register', {
      body: { serial_number: camera.serial, access_hash: 'hash', firmware: '1.2' },
    })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      messages: expect.arrayContaining(['不明な項目 firmware は無視しました']),
    })
  })

  it('stores a text that PostgreSQL cannot hold with the characters replaced', async () => {
    const answer = await camera.ask('POST', '/api/v1/device-api/heartbeat', {
      body: { logs: 'boot\0\ud800', ['a\0b']: 1 },
    })
    expect(answer.json).toMatchObject({
      success: true,
      messages: ['不明な項目 a\uFFFDb は無視しました', '保存できない文字を「\uFFFD」に置き換えました'],
    })
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute(
        sql`select logs from device_reports where device_id = ${camera.id} order by id desc limit 1`,
      ),
    )
    expect(rows).toEqual([{ logs: 'boot\uFFFD\uFFFD' }])
  })

  it('with nothing unknown is answered without remarks', async () => {
    const picture = await newPicture()
    const answer = await camera.sendPicture(picture, { 'user-agent': 'camera', via: '1.1 proxy' })
    expect(answer.status).toBe(201)
    expect(answer.json).not.toHaveProperty('messages')
  })
})
