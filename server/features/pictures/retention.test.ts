// Covers docs/requirements.md: 474

import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlert, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { maps, organizations, pictures, readings } from '../../db/schema.ts'
import { presenterFor } from '../../presenter.ts'
import { recordPicture, removeOldOriginals, storePicture } from './index.ts'
import { parsePicture } from './upload.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await test.deps.database.asSystem((tx) =>
    tx.update(organizations).set({ imageKeepDuration: 30 }).where(eq(organizations.id, test.own.id)),
  )
})
afterAll(() => test.close())

const day = 86_400_000
const old = new Date('2026-06-01T00:00:00Z')
/** Files are of today, and a file of the last day stays. */
const later = () => new Date(Date.now() + 2 * day)

let shade = 0
async function addPicture(createdAt = old, organizationId = test.own.id) {
  shade += 1
  const background = { r: shade, g: 1, b: 2 }
  const bytes = await sharp({ create: { width: 600, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = await parsePicture(bytes, 'body')
  await storePicture(test.deps.storage, organizationId, picture)
  await test.deps.database.asSystem(async (tx) => {
    await recordPicture(tx, organizationId, picture)
    await tx.update(pictures).set({ createdAt }).where(eq(pictures.sha256, picture.sha256))
  })
  return picture.sha256
}

const sure = { readState: 1, valueSource: 'reader', confidence: 0.95, createdAt: old } as const

const kept = async (sha256: string, organizationId = test.own.id) =>
  (await test.deps.storage.get({ organizationId, sha256, variant: 'original' })) !== null

it('removes old originals, never what somebody still needs', async () => {
  const { database } = test.deps
  const meterPicture = await addPicture()
  const meter = await addMeter(database, test.own.id, { pictureSha256: meterPicture })
  const read = async (given: Partial<typeof readings.$inferInsert>, of = meter) => {
    const pictureSha256 = await addPicture()
    const reading = await addReading(database, of, { ...sure, ...given, pictureSha256 })
    return { pictureSha256, reading }
  }
  const pictureOf = async (given: Partial<typeof readings.$inferInsert>) => (await read(given)).pictureSha256
  const deviceValue = { valueSource: 'device', value: 0.5, deviceValue: 0.5 } as const
  const gone = {
    sure: await pictureOf({}),
    corrected: await pictureOf({ valueSource: 'corrected', confidence: 0.1 }),
    'failed, entered since': await pictureOf({ readState: 2, valueSource: 'corrected' }),
    'deleted, never read': await pictureOf({ readState: 0, value: null, deletedAt: old }),
    'a value of the device': await pictureOf(deviceValue),
    'of nothing': await addPicture(),
    'of a confirmed alert': await pictureOf({}),
  }
  const onMap = await addPicture()
  await database.asSystem((tx) =>
    tx.insert(maps).values({ organizationId: test.own.id, name: '1階', pictureSha256: onMap }),
  )
  const alarming = await addMeter(database, test.own.id)
  const [first, middle, last] = [
    await read({ isAbnormal: true }, alarming),
    await read({ isAbnormal: true, createdAt: new Date(old.getTime() + 1000) }, alarming),
    await read({ isAbnormal: true, createdAt: new Date(old.getTime() + 2000) }, alarming),
  ]
  await addAlert(database, first.reading, { readingId: last.reading.id, latestAt: last.reading.createdAt })
  const framed = await addPicture()
  await read({ confidence: 0.2, resultSha256: framed })
  const needed = {
    'the meter’s reference': meterPicture,
    'the map’s': onMap,
    unread: await pictureOf({ readState: 0, value: null }),
    'unread, with a value already': await pictureOf({ readState: 0, valueSource: 'entered' }),
    failed: await pictureOf({ readState: 2, value: null }),
    uncertain: await pictureOf({ confidence: 0.5 }),
    'framed, uncertain': framed,
    'a value of the device that differs': await pictureOf({ ...deviceValue, reasons: ['device differs'] }),
    'a value of the device instead': await pictureOf({ ...deviceValue, reasons: ['device instead'] }),
    adjusted: await pictureOf({ advice: { seen: 0.4 } as never }),
    'of an unconfirmed time': await pictureOf({ source: 'camera', timeMark: 'unconfirmed' }),
    'begin of an open alert': first.pictureSha256,
    'amid an open alert': middle.pictureSha256,
    'end of an open alert': last.pictureSha256,
    young: await addPicture(new Date(later().getTime() - 29 * day)),
  }
  const others = await addPicture(old, test.other.id)
  const rows = await database.asSystem((tx) => tx.select().from(readings))
  await removeOldOriginals(test.deps, later())
  for (const [why, sha256] of Object.entries(needed)) expect([why, await kept(sha256)]).toEqual([why, true])
  for (const [why, sha256] of Object.entries(gone)) expect([why, await kept(sha256)]).toEqual([why, false])
  expect(await kept(others, test.other.id)).toBe(true)
  expect(await database.asSystem((tx) => tx.select().from(readings))).toEqual(rows)

  const present = presenterFor(test.deps, { organizationId: test.own.id, timeZone: 'Asia/Tokyo' })
  const answer = await test.ask('GET', present.picture(gone.sure, 'original') ?? '')
  expect([answer.status, JSON.stringify(answer.json)]).toEqual([
    410,
    expect.stringContaining('保存期間を過ぎたため、縮小画像だけが残っています。'),
  ])
  const small = await test.ask('GET', present.picture(gone.sure, 'thumbnail') ?? '')
  expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 480 })
  const [reading] = rows.filter((row) => row.pictureSha256 === gone.sure)
  const source = await test.ask('GET', `/api/v1/meters-value/${reading?.id}/source-image`, {
    as: test.own.admin,
  })
  expect(source.status).toBe(410)
})

it('leaves what was sent again within the last day, and what it cannot make small', async () => {
  const again = await addPicture()
  await removeOldOriginals(test.deps, new Date())
  expect(await kept(again)).toBe(true)
  const whole = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 99, sigma: 30 },
    },
  })
    .png()
    .toBuffer()
  const picture = { ...(await parsePicture(whole, 'body')), bytes: whole.subarray(0, 60) }
  await storePicture(test.deps.storage, test.own.id, picture)
  await test.deps.database.asSystem(async (tx) => {
    await recordPicture(tx, test.own.id, picture)
    await tx.update(pictures).set({ createdAt: old }).where(eq(pictures.sha256, picture.sha256))
  })
  await removeOldOriginals(test.deps, later())
  expect([await kept(again), await kept(picture.sha256)]).toEqual([false, true])
})
