import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOrganization, buildUser } from '../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../tests/support/server/builders.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const meter = await addMeter(test.deps.database, test.own.id)
  for (let value = 0; value < 20; value++) await addReading(test.deps.database, meter, { value })
})
afterAll(() => test.close())

const get = (path: string, encodings: string | null) =>
  test.ask('GET', `/api/v1/${path}`, {
    as: test.own.general,
    headers: encodings === null ? {} : { 'accept-encoding': encodings },
  })

describe('an answer of the API', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ])('comes in %s to whoever takes it, much smaller and the same', async (encoding, taken, open) => {
    const plain = await get('meters-values', null)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const small = await get('meters-values', taken)
    expect(small.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'content-type': plain.headers['content-type'],
    })
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 4)
    expect(open(small.bytes).toString()).toBe(plain.text)
  })

  it('is left as it is where it is short, or where the caller takes nothing that we have', async () => {
    expect((await get('user/me', 'br')).headers).not.toHaveProperty('content-encoding')
    expect((await get('meters-values', 'compress')).headers).not.toHaveProperty('content-encoding')
  })

  it('is a compressed file too, and the same', async () => {
    const plain = await get('meters-values/export', null)
    const small = await get('meters-values/export', 'br')
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', 'row-count': '20' })
    expect(brotliDecompressSync(small.bytes).toString()).toBe(plain.text)
  })

  it('that goes on for ever is never compressed: what has happened must not wait for more to happen', async () => {
    expect((await get('events', 'br')).headers).not.toHaveProperty('content-encoding')
  })

  it('with the keys of a session is not compressed, so that its size says nothing of them', async () => {
    // Two keys and a name: long enough to be worth it.
    const organization = await buildOrganization(test.deps.database, { name: '検'.repeat(400) })
    const { organizationCode, username, password } = await buildUser(test.deps.database, organization)
    const answer = await test.ask('POST', '/api/v1/login', {
      body: { organization_code: organizationCode, username, password, email: '' },
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.status).toBe(200)
    expect(answer.bytes.length).toBeGreaterThan(1024)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  })
})
