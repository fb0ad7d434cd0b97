// Covers docs/requirements.md: 466, 574

import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { photograph, plain, settingsOf } from '../../../faces/index.ts'
import { heic } from '../../../tests/support/files/heic.ts'
import { faceOf, gaugePicture, tolerance } from '../../../tests/support/reader/rendered-meters.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addKey } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { organizations, pictures, plans } from '../../db/schema.ts'

let test: TestApp
let origin: string
let counter: string
beforeAll(async () => {
  test = await createTestApp()
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  counter = (await photograph(faceOf('city-gas'), 24_241.5, plain)).jpeg.toString('base64')
})
afterAll(() => test.close())
const boostAllowed = (useAiBoost: boolean) =>
  test.deps.database.asSystem((tx) =>
    tx.update(organizations).set({ useAiBoost }).where(eq(organizations.id, test.own.id)),
  )
const plansAllow = (allowApis: boolean) =>
  test.deps.database.asSystem((tx) => tx.update(plans).set({ allowApis }))
afterEach(async () => {
  await boostAllowed(false)
  await plansAllow(true)
})

const ask = (version: 1 | 2, body: object, headers?: Record<string, string>) =>
  test.ask('POST', `/api/v${version}/analyze/auto-front`, {
    as: headers ? null : test.own.admin,
    body,
    ...(headers && { headers }),
  })
const refused = async (version: 1 | 2, status: number, body: object, headers?: Record<string, string>) => {
  const answer = await ask(version, body, headers)
  expect(answer.status).toBe(status)
  return failureOf(answer)
}
const read = async (version: 1 | 2, body: object) => {
  const answer = await ask(version, body)
  const { messages } = answer.json as { messages: string[] }
  return { rows: dataOf('analyzeV1', answer), messages }
}
const basic = (key: { accessKey: string }) => ({
  authorization: `Basic ${Buffer.from(`${key.accessKey}:secret`).toString('base64')}`,
})

it('reads by the sent settings, frames what it read and keeps nothing', async () => {
  const { settings } = settingsOf(faceOf('city-gas'))
  const { rows } = await read(1, { image_base64: counter, settings, use_ai_boost: false })
  expect(rows).toMatchObject([
    {
      category_name: 'カウンター',
      ai_boost_enabled: false,
      old_value: null,
      degree: null,
      reasons: [],
      result_image: expect.stringMatching(/^data:image\/webp;base64,/),
    },
  ])
  expect(rows[0]?.ocr).toMatch(/^0?24241/)
  expect(rows[0]?.confidence).toBeGreaterThan(0.6)
  expect(await test.deps.database.asSystem((tx) => tx.$count(pictures))).toBe(0)
})

it('reads a needle by scale, axis and radius', async () => {
  const { settings, axis, radius } = settingsOf(faceOf('pump-discharge'))
  const image_base64 = (await gaugePicture(0.4, plain)).jpeg.toString('base64')
  const { rows } = await read(1, { image_base64, settings, axis, radius, meter_type: 0 })
  expect(Math.abs((rows[0]?.value ?? 0) - 0.4)).toBeLessThanOrEqual(tolerance)
  // Its values are not sent: v2 finds the dial, and reads the angle alone.
  const found = await read(2, { image_base64, meter_type: 0 })
  expect(found.rows).toMatchObject([{ value: null, degree: expect.closeTo(rows[0]?.degree ?? 0, -1) }])
  expect(found.messages).toEqual(['目盛の値が指定されていないため、針の角度だけを読み取りました。'])
})

it('finds nothing by itself in v1, and the digits in v2', async () => {
  const first = await read(1, { image_base64: counter })
  expect(first.rows).toEqual([])
  expect(first.messages[0]).toMatch(/^指定された内容では読み取れませんでした。/)
  const second = await read(2, { image_base64: counter })
  expect(second.rows[0]?.ocr).toMatch(/24241/)
})

it('returns in v2 what it found without a box, however unsure, with its confidence and reasons', async () => {
  const blurred = await sharp(Buffer.from(counter, 'base64')).blur(3).jpeg().toBuffer()
  const { rows } = await read(2, { image_base64: blurred.toString('base64') })
  expect(rows).toMatchObject([{ ocr: '24241500', value: 24_241_500, reasons: ['blur'] }])
  expect(rows[0]?.confidence).toBeLessThan(0.6)
})

it('uses AI boost in v2, where the organization has it', async () => {
  const without = await read(2, { image_base64: counter, use_ai_boost: true })
  expect(without.rows).toMatchObject([{ ai_boost_enabled: false, old_value: null }])
  expect(without.messages).toEqual([
    'この組織ではAIブーストが有効になっていません。使用せずに読み取りました。',
  ])
  await boostAllowed(true)
  const { rows, messages } = await read(2, { image_base64: counter, use_ai_boost: true })
  expect(rows).toMatchObject([{ ai_boost_enabled: true, old_value: rows[0]?.value }])
  expect(messages).toEqual([])
})

it('serves keys of admins, within the plan', async () => {
  const { deps, own } = test
  const key = await addKey(deps, own.id, own.admin.id)
  const weak = await addKey(deps, own.id, own.general.id)
  const body = { image_base64: counter }
  expect((await ask(2, body, basic(key))).status).toBe(200)
  expect((await refused(2, 403, body, basic(weak))).code).toBe('forbidden')
  await plansAllow(false)
  const withoutAi = {
    code: 'plan_refused',
    issues: [
      {
        path: 'body',
        message:
          'ご契約のプランでは、AI（APIキーとAI読取）は許可されていません（0回）。変更できるのはシステム管理者です',
      },
    ],
  }
  expect(await refused(2, 403, body, basic(key))).toMatchObject(withoutAi)
  expect(await refused(2, 403, body)).toMatchObject(withoutAi)
})

it.each([
  ['image_base64', 415, { image_base64: '%%%' }, '画像のデータが壊れています'],
  [
    'image_base64',
    415,
    { image_base64: Buffer.from('text').toString('base64') },
    'JPEG、PNG、WebP のいずれの画像でもありません',
  ],
  ['area', 400, { area: '0:0,2:1' }, '範囲は x1:y1,x2:y2（0 〜 1の比率）で指定してください'],
  ['settings', 400, { settings: 'x' }, '設定は 角度:値,… または x1@y1:x2@y2,… で指定してください'],
  ['settings', 400, { settings: '0:0,90:1', meter_type: 3 }, '設定の形式がメーター種別に合いません'],
])('refuses a wrong %s with %i, and says why', async (path, status, body, message) => {
  const { issues } = await refused(1, status, { image_base64: counter, ...body })
  expect(issues).toEqual([{ path, message }])
})

it('refuses a picture of which nothing can be decoded', async () => {
  expect((await refused(2, 415, { image_base64: Buffer.from(heic).toString('base64') })).issues).toEqual([
    { path: 'image_base64', message: 'HEIC の画像は読み込めません。JPEG で送信してください' },
  ])
})

it('stops the work for who has gone away', async () => {
  const { workers } = test.deps
  const client = new AbortController()
  const ended = Promise.withResolvers<unknown>()
  const began = Promise.withResolvers<void>()
  test.deps.workers = {
    ...workers,
    read: async (...asked) => {
      const work = workers.read(...asked)
      work.then(ended.resolve, ended.resolve)
      began.resolve()
      return work
    },
  }
  const answer = fetch(`${origin}/api/v2/analyze/auto-front`, {
    method: 'POST',
    headers: { authorization: `Bearer ${test.own.admin.idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ image_base64: counter }),
    signal: client.signal,
  })
  await began.promise
  client.abort()
  await expect(answer).rejects.toThrow()
  expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  test.deps.workers = workers
  expect((await ask(2, { image_base64: counter })).status).toBe(200)
})
