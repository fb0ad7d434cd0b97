import { randomUUID } from 'node:crypto'
import { isNotNull, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import { failureOf } from '../../tests/support/server/data.ts'
import { type FullBucket, startFullBucket } from '../../tests/support/server/full-bucket.ts'
import { mailsIn } from '../../tests/support/server/queued-mails.ts'
import { bucketRefusals, pictures } from '../db/schema.ts'
import { warnOfFullBucket } from './warn-of-full-bucket.ts'

const minute = 60_000
const hour = 60 * minute
const quota = { status: 403, code: 'QuotaExceeded' }

let bucket: FullBucket
let test: TestApp
let meterId: number
beforeAll(async () => {
  bucket = await startFullBucket()
  test = await createTestApp({
    hasStoppedClock: true,
    settings: { ...bucket.settings, PUBLIC_URL: 'https://kenshin.example.com' },
  })
  meterId = (await addMeter(test.deps.database, test.own.id)).id
})
afterAll(async () => {
  await test.close()
  bucket.close()
})
beforeEach(async () => {
  await test.deps.database.asSystem(async (tx) => {
    await tx.delete(bucketRefusals)
    await tx.execute(sql`delete from pgboss.job where name = 'send-mail'`)
  })
  // The last refusal of the test before is out of the way.
  test.advance(minute)
})

let shade = 0
/** A picture that no test has sent before. Its row gets the time of the test's clock. */
async function send() {
  shade += 1
  const background = { r: shade, g: 90, b: 30 }
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const image = bytes.toString('base64')
  const answer = await test.ask('POST', '/api/v1/meter-value', {
    as: await test.signIn(test.own.general),
    headers: { 'idempotency-key': randomUUID() },
    body: { meter_id: meterId, value: 12, created_at: '2026-11-20 09:00:00', image_base64: image },
  })
  if (answer.status === 201) {
    await test.deps.database.asSystem((tx) => tx.update(pictures).set({ createdAt: test.deps.clock() }))
  }
  return answer
}
const refuse = async () => {
  bucket.answer(quota)
  const answer = await send()
  expect([answer.status, failureOf(answer).code]).toEqual([507, 'storage_full'])
}
const store = async () => {
  bucket.answer(null)
  expect((await send()).status).toBe(201)
}
const lookAfter = async (milliseconds: number) => {
  test.advance(milliseconds)
  await warnOfFullBucket(test.deps)
}
const mailCount = async () => (await mailsIn(test, test.own.system.email)).length

describe('warnOfFullBucket', () => {
  it('mails every system administrator what is full, what happens and what to do', async () => {
    await refuse()
    await lookAfter(minute)
    const [mail] = await mailsIn(test, test.own.system.email)
    expect(mail?.subject).toBe('【検針】容量の上限により写真を受け付けていません: 写真の保存先（S3）')
    expect(mail?.text.split('\n').slice(2)).toEqual([
      '写真の保存先（S3のバケット）が容量の上限に達しました。新しい写真を受け付けていません。',
      '',
      'S3のバケット: pictures',
      '保存先の応答: QuotaExceeded',
      '写真: 受け付けません。スマートフォンの写真は端末に残り、空きができると自動的に送信されます',
      '値: 受け付けます',
      '対応: バケットの容量の上限を上げる、組織の画像保存期間を短くするなどして、空きを作ってください',
      '',
      '組織の一覧: https://kenshin.example.com/organizations',
      '',
    ])
    expect(await mailsIn(test, test.other.system.email)).toHaveLength(1)
    expect(await mailsIn(test, test.own.admin.email)).toEqual([])
  })

  it('names the folder when a quota of the file system is used up', async () => {
    const { database, clock, env } = test.deps
    await database.asSystem((tx) => tx.insert(bucketRefusals).values({ reason: 'EDQUOT', at: clock() }))
    await warnOfFullBucket({ ...test.deps, env: { ...env, S3_BUCKET: undefined } })
    const [mail] = await mailsIn(test, test.own.system.email)
    expect(mail?.subject).toBe('【検針】容量の上限により写真を受け付けていません: 写真の保存先')
    expect(mail?.text).toContain(`フォルダー: ${env.DATA_DIR}/pictures\n保存先の応答: EDQUOT\n`)
    expect(mail?.text).toContain('対応: フォルダーのクォータを上げる、')
    expect(mail?.text).not.toContain('S3')
  })

  it('sends nothing while pictures are stored', async () => {
    await store()
    await lookAfter(minute)
    expect(await mailCount()).toBe(0)
  })

  it('sends one mail, however many pictures are refused and servers look', async () => {
    await Promise.all([refuse(), refuse(), refuse()])
    await Promise.all(Array.from({ length: 4 }, () => lookAfter(minute)))
    await refuse()
    await lookAfter(5 * hour)
    await refuse()
    await lookAfter(minute)
    expect(await mailCount()).toBe(1)
  })

  it('sends another mail only after a picture was stored and nothing was refused for an hour', async () => {
    await refuse()
    await lookAfter(minute)
    await store()
    await lookAfter(hour - 2 * minute)
    await refuse()
    await lookAfter(minute)
    expect(await mailCount()).toBe(1)
    await store()
    await lookAfter(hour)
    await refuse()
    await lookAfter(minute)
    expect(await mailCount()).toBe(2)
  })

  it('answers the sender also when the refusal cannot be recorded', async () => {
    const { database } = test.deps
    const rename = (from: string, to: string) =>
      database.asSystem((tx) => tx.execute(sql.raw(`alter table ${from} rename to ${to}`)))
    await rename('bucket_refusals', 'moved')
    await refuse()
    await rename('moved', 'bucket_refusals')
    await refuse()
    await lookAfter(minute)
    expect(await mailCount()).toBe(1)
  })
})

describe('a full bucket', () => {
  const shown = async () => {
    const metrics = (await test.ask('GET', '/metrics')).text
    const refused = /^pictures_refused_for_space (.*)$/m.exec(metrics)?.[1]
    return [(await test.ask('GET', '/ready')).json, refused]
  }

  it('is shown by /ready and /metrics until it has recovered', async () => {
    await store()
    expect(await shown()).toEqual([{ status: 'ready', disk: 'ok' }, '0'])
    await refuse()
    expect(await shown()).toEqual([{ status: 'ready', disk: 'full' }, '1'])
    await lookAfter(minute)
    await store()
    await lookAfter(hour)
    expect(await shown()).toEqual([{ status: 'ready', disk: 'ok' }, '0'])
  })
})

it('a server looks for refusals in its job of each minute', async () => {
  const working = await createTestApp({ work: true })
  try {
    const { database, clock } = working.deps
    await database.asSystem(async (tx) => {
      await tx.insert(bucketRefusals).values({ reason: 'QuotaExceeded', at: clock() })
      await tx.execute(sql`insert into pgboss.job (name) values ('disk-space')`)
    })
    await expect
      .poll(() => database.asSystem((tx) => tx.$count(bucketRefusals, isNotNull(bucketRefusals.announcedAt))))
      .toBe(1)
  } finally {
    await working.close()
  }
})
