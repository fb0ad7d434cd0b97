// Covers docs/requirements.md: 324, 325, 327, 343, 356, 361

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { deviceErrors } from '../../db/schema.ts'

let test: TestApp
let cameras: number[]
beforeAll(async () => {
  test = await createTestApp()
  const add = async (organizationId: number, name: string) =>
    (await addDevice(test.deps.database, organizationId, { type: 2, name })).id
  cameras = [await add(test.own.id, '甲'), await add(test.own.id, '乙')]
  const stranger = await add(test.other.id, '他社')
  const row = (organizationId: number, deviceId: number, errorMessage: string, at: string) => ({
    organizationId,
    deviceId,
    errorMessage,
    createdAt: new Date(at),
  })
  const [first = 0, second = 0] = cameras
  await test.deps.database.asSystem((tx) =>
    tx
      .insert(deviceErrors)
      .values([
        row(test.own.id, first, 'レンズ', '2026-11-19T23:59:59.999+09:00'),
        row(test.own.id, second, '電圧', '2026-11-20T00:00:00+09:00'),
        row(test.own.id, first, '通信', '2026-11-20T23:59:59.999+09:00'),
        row(test.own.id, second, '時計', '2026-11-21T00:00:00+09:00'),
        row(test.own.id, first, '同時', '2026-11-21T00:00:00+09:00'),
        row(test.other.id, stranger, '他社', '2026-11-20T12:00:00+09:00'),
      ]),
  )
})
afterAll(() => test.close())

const ask = (query = '', as = test.own.system) => test.ask('GET', `/api/v1/device-errors${query}`, { as })
const messages = (answer: Awaited<ReturnType<typeof ask>>) =>
  dataOf('deviceErrors', answer).map((error) => error.error_message)

describe('the error log', () => {
  it('has the errors of all devices, newest first, and how many they are', async () => {
    const answer = await ask()
    expect(messages(answer)).toEqual(['同時', '時計', '通信', '電圧', 'レンズ'])
    expect(answer.json).toMatchObject({ count: 5 })
    expect(dataOf('deviceErrors', answer)[2]).toMatchObject({
      created_at: '2026-11-20T23:59:59.999+09:00',
      device: { id: cameras[0], name: '甲' },
    })
  })

  it('is of a span whose ends are included', async () => {
    const answer = await ask('?created_span=2026-11-20>,2026-11-20<')
    expect(messages(answer)).toEqual(['通信', '電圧'])
    expect(answer.json).toMatchObject({ count: 2 })
    expect(messages(await ask('?created_span=2026-11-20-23-59>'))).toEqual(['同時', '時計', '通信'])
    expect(messages(await ask('?created_span=2026-11-19<'))).toEqual(['レンズ'])
    const wrong = await ask('?created_span=2026-02-30>')
    expect(wrong.status).toBe(400)
    expect(failureOf(wrong).issues?.map(({ path }) => path)).toEqual(['created_span'])
  })

  it('is searched by the name of a device and by a message, however they are written', async () => {
    const asked = (device: string, message: string) =>
      ask(`?device=${encodeURIComponent(device)}&message=${encodeURIComponent(message)}`)
    const answer = await asked(' 甲', '')
    expect(messages(answer)).toEqual(['同時', '通信', 'レンズ'])
    expect(answer.json).toMatchObject({ count: 3 })
    expect(messages(await asked('', 'れんず'))).toEqual(['レンズ'])
    expect(messages(await asked('乙', 'ﾚﾝｽﾞ'))).toEqual([])
    expect(messages(await asked('', '%'))).toEqual([])
  })

  it('is paged by number, and by key without a gap', async () => {
    expect(messages(await ask('?skip=1&limit=2'))).toEqual(['時計', '通信'])
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 9; page++) {
      const answer = await ask(`?limit=1${after}`)
      seen.push(...messages(answer))
      const { next } = answer.json as { next?: string }
      if (next === undefined) break
      after = `&after=${next}`
    }
    expect(seen).toEqual(['同時', '時計', '通信', '電圧', 'レンズ'])
    const wrong = await ask('?after=x')
    expect(wrong.status).toBe(400)
  })

  it('is for system administrators, of their own organization unless they name another', async () => {
    for (const as of [test.own.general, test.own.admin]) expect((await ask('', as)).status).toBe(403)
    expect(messages(await ask(`?organization_id=${test.own.id}`))).toHaveLength(5)
    expect(messages(await ask(`?organization_id=${test.other.id}`))).toEqual(['他社'])
    expect(messages(await ask('', test.other.system))).toEqual(['他社'])
  })

  it('of one device is for all users', async () => {
    const answer = await test.ask('GET', `/api/v1/device/${cameras[0]}/errors?limit=2`, {
      as: test.own.general,
    })
    expect(messages(answer)).toEqual(['同時', '通信'])
    expect(answer.json).toMatchObject({ count: 3, next: expect.any(String) })
    const within = `/api/v1/device/${cameras[0]}/errors?created_span=2026-11-20>`
    expect(messages(await test.ask('GET', within, { as: test.own.general }))).toEqual(['同時', '通信'])
  })
})
