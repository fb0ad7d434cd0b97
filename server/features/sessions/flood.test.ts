// Covers docs/requirements.md: 310

import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answered, createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { signInAttempts } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('a flood of sign-ins is refused but for a line of them; calls of others and known devices go past that line', async () => {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#708090' } })
  const { id } = await addMeter(test.deps.database, test.own.id)
  const image_base64 = (await picture.jpeg().toBuffer()).toString('base64')
  const created_at = '2026-11-20 09:00:00'
  const body = { meter_id: id, value: 0.5, created_at, image_base64 }
  const as = test.own.general
  const created = dataOf('createReading', await test.ask('POST', '/api/v1/meter-value', { as, body }))
  const { image } = dataOf('reading', await test.ask('GET', `/api/v1/meter-value/${created.id}`, { as }))
  const url = image ?? ''
  const { organizationCode: organization_code, username, password } = test.own.admin
  const signIn = (headers: Record<string, string> = {}) =>
    test.ask('POST', '/api/v1/login', {
      body: { organization_code, username, password },
      headers,
      from: '203.0.113.9',
    })
  const cookie = String((await signIn()).headers['set-cookie']).split(';')[0] ?? ''

  const answered: Answered[] = []
  const begun = Promise.withResolvers<void>()
  const hashed = () => answered.filter(({ status }) => status === 401).length
  const flood = Array.from({ length: 400 }, async (_, host) => {
    const answer = await test.ask('POST', '/api/v1/login', {
      body: { organization_code: test.own.code, username: `user ${host}`, password: 'wrong' },
      from: `198.18.${host >> 8}.${host & 255}`,
    })
    answered.push(answer)
    if (answer.status === 401) begun.resolve()
  })
  await begun.promise
  const before = hashed()
  // One asks the database, the other reads a file.
  expect(await test.ask('GET', '/api/v1/user/me', { as: test.own.general })).toMatchObject({ status: 200 })
  expect(await test.ask('GET', url)).toMatchObject({ status: 200 })
  const between = hashed() - before
  const beforeSignIn = hashed()
  const signedIn = await signIn({ cookie })
  const betweenSignIn = hashed() - beforeSignIn
  await Promise.all(flood)

  const refused = answered.filter(({ status }) => status === 503)
  expect(hashed() + refused.length).toBe(400)
  expect(refused.length).toBeGreaterThan(320)
  for (const { json, headers } of refused) {
    expect(json).toMatchObject({ code: 'unavailable' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(between).toBeLessThan(hashed() / 2)
  // A device that is known does not stand in line behind strangers.
  expect(signedIn).toMatchObject({ status: 200 })
  expect(betweenSignIn).toBeLessThan(10)
  expect(beforeSignIn + betweenSignIn).toBeLessThan(hashed())
  // Refused before anything was asked of the database.
  const counted = await test.deps.database.asSystem((tx) => tx.$count(signInAttempts))
  // Besides the floods' one sign-in before and one meanwhile.
  expect(counted).toBe(hashed() + 2)
})
