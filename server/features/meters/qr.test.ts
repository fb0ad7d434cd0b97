import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addMeter } from '../../../tests/support/builders.ts'
import { dataOf } from '../../../tests/support/data.ts'
import { qrIn } from '../../../tests/support/qr.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const shown = async (id: number) =>
  dataOf('meter', await test.ask('GET', `/api/v1/meters/${id}`, { as: test.own.general }))

describe('the QR code of a meter', () => {
  it('leads to its capture on the site that was asked, and is shown without a key', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const answer = await test.ask('GET', (await shown(meter.id)).qr_image, {
      headers: { host: 'kenshin.example:8443' },
    })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect((await qrIn(answer.bytes)).text).toBe(
      `http://kenshin.example:8443/capture-meter-value/${meter.id}`,
    )
  })

  it('is refused where the caller has a name for us that no host has', async () => {
    for (const length of [400, 4000]) {
      const answer = await test.ask('GET', '/api/v1/meters/12/qr', { headers: { host: 'x'.repeat(length) } })
      expect(answer).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
    }
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
