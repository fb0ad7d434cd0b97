// Covers docs/requirements.md: 145

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { qrIn } from '../../../tests/support/files/qr.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'

let test: TestApp
let port: number
beforeAll(async () => {
  test = await createTestApp()
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => test.close())

/** Over a real socket: what counts is where the call arrives, and what it says of that. */
async function askAs(host: string, path: string) {
  const call = request({ host: '127.0.0.1', port, path, headers: { host } }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, type: answer.headers['content-type'], bytes: await buffer(answer) }
}

const shown = async (id: number) =>
  dataOf('meter', await test.ask('GET', `/api/v1/meters/${id}`, { as: test.own.general }))

describe('the QR code of a meter', () => {
  it.each(['127.0.0.1', 'localhost'])(
    'leads to its capture at %s, the address that the call came to, and is shown without a key',
    async (host) => {
      const meter = await addMeter(test.deps.database, test.own.id)
      const answer = await askAs(`${host}:${port}`, (await shown(meter.id)).qr_image)
      expect(answer.status).toBe(200)
      expect(answer.type).toBe('image/png')
      expect((await qrIn(answer.bytes)).text).toBe(`http://${host}:${port}/capture-meter-value/${meter.id}`)
    },
  )

  it.each([
    'kenshin.example',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1.example:PORT',
    'evil.example:PORT',
    'x'.repeat(4000),
  ])('is refused where the caller says %s, which nobody has set, and says what to set', async (host) => {
    const answer = await askAs(host.replace('PORT', String(port)), '/api/v1/meters/12/qr')
    expect(answer.status).toBe(409)
    expect(JSON.parse(new TextDecoder().decode(answer.bytes))).toMatchObject({
      code: 'public_url_missing',
      messages: [expect.stringContaining('PUBLIC_URL')],
    })
  })

  it('leads to where people reach the console, where that is set', async () => {
    const behind = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example/' } })
    try {
      const { bytes } = await behind.ask('GET', '/api/v1/meters/12/qr')
      expect((await qrIn(bytes)).text).toBe('https://kenshin.example/capture-meter-value/12')
    } finally {
      await behind.close()
    }
  })
})
