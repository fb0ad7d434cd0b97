import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PictureVariant } from '../../../contract/pictures.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { failureOf } from '../../../tests/support/server/data.ts'
import { pictureUrlSigner } from '../../api/picture-url.ts'
import { presenterFor } from '../../presenter.ts'
import { recordPicture, storePicture } from './store.ts'
import { parsePicture } from './upload.ts'

let test: TestApp
let bytes: Buffer
let sha256: string
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
  bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#708090' } })
    .jpeg()
    .toBuffer()
  const picture = await parsePicture(bytes, 'body')
  sha256 = picture.sha256
  for (const { id } of [test.own, test.other]) {
    await storePicture(test.deps.storage, id, picture)
    await test.deps.database.asSystem((tx) => recordPicture(tx, id, picture))
  }
})
afterAll(() => test.close())

const address = (variant: PictureVariant = 'original', organizationId = test.own.id) =>
  presenterFor(test.deps, { organizationId, timeZone: 'Asia/Tokyo' }).picture(sha256, variant) ?? ''
const get = (url: string, headers = {}) => test.ask('GET', url, { headers })

describe('a picture', () => {
  it('opens by its address alone, with its own type, to be kept by the browser only', async () => {
    const { status, headers, bytes: sent } = await get(address())
    expect(status).toBe(200)
    expect(createHash('sha256').update(sent).digest('hex')).toBe(sha256)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    expect(headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    expect(headers['content-disposition']).toBeUndefined()
  })

  it('is shown and saved without the place it was taken at; its file stays as it came, for administrators', async () => {
    const place = { exif: { IFD0: { Make: 'SECRET' }, IFD3: { GPSLatitude: '35/1 41/1 22/1' } } }
    const photograph = await sharp(bytes).withExif(place.exif).jpeg().toBuffer()
    expect(photograph.includes('SECRET')).toBe(true)
    const picture = await parsePicture(photograph, 'body')
    await storePicture(test.deps.storage, test.own.id, picture)
    await test.deps.database.asSystem((tx) => recordPicture(tx, test.own.id, picture))
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id } = await addReading(test.deps.database, meter, { pictureSha256: picture.sha256 })
    const present = presenterFor(test.deps, { organizationId: test.own.id, timeZone: 'Asia/Tokyo' })
    const shown = present.picture(picture.sha256, 'original') ?? ''
    for (const url of [shown, `${shown}&download=gauge`]) {
      const answer = await get(url)
      expect(answer.status).toBe(200)
      expect(Buffer.from(answer.bytes).includes('SECRET')).toBe(false)
      expect((await sharp(answer.bytes).metadata()).exif).toBeUndefined()
    }
    const source = await test.ask('GET', `/api/v1/meters-value/${id}/source-image`, { as: test.own.admin })
    expect(source.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
    expect(createHash('sha256').update(source.bytes).digest('hex')).toBe(picture.sha256)
  })

  it('is not sent again to whom has it', async () => {
    const { headers } = await get(address())
    const again = await get(address(), { 'if-none-match': String(headers['etag']) })
    expect(again.status).toBe(304)
    expect(again.bytes).toHaveLength(0)
  })

  it('has a WebP thumbnail 480 pixels wide, the same each time', async () => {
    const first = await get(address('thumbnail'))
    expect(first.headers['content-type']).toBe('image/webp')
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 320 })
    expect(
      await test.deps.storage.get({ organizationId: test.own.id, sha256, variant: 'thumbnail' }),
    ).not.toBeNull()
    expect((await get(address('thumbnail'))).bytes).toEqual(first.bytes)
  })

  it('is given as reference for reading, WebP of at most 1000 pixels either way', async () => {
    const tall = await sharp({ create: { width: 900, height: 2000, channels: 3, background: '#708090' } })
      .jpeg()
      .toBuffer()
    const picture = await parsePicture(tall, 'body')
    await storePicture(test.deps.storage, test.own.id, picture)
    await test.deps.database.asSystem((tx) => recordPicture(tx, test.own.id, picture))
    const present = presenterFor(test.deps, { organizationId: test.own.id, timeZone: 'Asia/Tokyo' })
    const { headers, bytes: sent } = await get(present.picture(picture.sha256, 'reference') ?? '')
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'webp', width: 450, height: 1000 })
  })

  it('is saved under a Japanese name that cannot break out of its header', async () => {
    const name = encodeURIComponent('受水槽 "水位"\r\nset-cookie: a=b/../x.jpg')
    const { headers } = await get(`${address()}&download=${name}`)
    expect(headers['set-cookie']).toBeUndefined()
    const disposition = String(headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="[ -~]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(
      '受水槽 _水位___set-cookie_ a=b_.._x.jpg',
    )
  })

  it('is saved under the longest name of a meter and what is added to it', async () => {
    const name = `${'圧'.repeat(100)}_2026-11-20_093000_読取枠付き`
    const { headers } = await get(`${address()}&download=${encodeURIComponent(name)}`)
    expect(String(headers['content-disposition'])).toContain(`UTF-8''${encodeURIComponent(name)}.jpg`)
  })

  it('is saved with the ending of its kind, whatever it is called', async () => {
    const named = async (variant: 'original' | 'thumbnail') =>
      String((await get(`${address(variant)}&download=gauge`)).headers['content-disposition'])
    expect(await named('original')).toContain('filename="gauge.jpg"')
    expect(await named('thumbnail')).toContain('filename="gauge.webp"')
  })

  it('refuses an address that was changed in any part', async () => {
    const good = address()
    const flipped = (text: string) => (text.endsWith('0') ? '1' : '0')
    for (const url of [
      good.replace(`/${test.own.id}/`, `/${test.other.id}/`),
      good.replace(sha256, `${sha256.slice(0, -1)}${flipped(sha256)}`),
      good.replace(/expires=(\d+)/, (_all, expires) => `expires=${Number(expires) + 86_400}`),
      good.replace(/signature=(.)/, (_all, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
      good.replace(/signature=.*/, 'signature='),
    ]) {
      const answer = await get(url)
      expect(answer.status).toBe(403)
      expect(failureOf(answer).code).toBe('signature_invalid')
    }
  })

  it('opens one picture in every size of it', async () => {
    expect(address('original').replace('/original?', '/thumbnail?')).toBe(address('thumbnail'))
    expect((await get(address('thumbnail'))).status).toBe(200)
  })

  it('refuses an address that another server signed', async () => {
    const forged = pictureUrlSigner(Buffer.alloc(32, 7), test.own.id, 'Asia/Tokyo', test.deps.clock())
    expect((await get(forged(sha256, 'original'))).status).toBe(403)
  })

  it('that an organization does not have is not found, however well signed', async () => {
    const none = createHash('sha256').update('none').digest('hex')
    const sign = pictureUrlSigner(test.deps.secrets.pictureKey, test.own.id, 'Asia/Tokyo', test.deps.clock())
    expect((await get(sign(none, 'original'))).status).toBe(404)
  })
})

describe('an address', () => {
  const at = (local: string, zone = 'Asia/Tokyo') =>
    pictureUrlSigner(test.deps.secrets.pictureKey, 1, zone, new Date(local))(sha256, 'original')

  it('stays the same from midnight to midnight of the organization’s zone', () => {
    const day = at('2026-11-20T00:00:00+09:00')
    expect(at('2026-11-20T23:59:59+09:00')).toBe(day)
    expect(at('2026-11-21T00:00:00+09:00')).not.toBe(day)
    expect(at('2026-11-20T23:59:59+09:00', 'UTC')).not.toBe(day)
  })

  it('opens until the next local day has ended', async () => {
    const url = address()
    const expires = Number(/expires=(\d+)/.exec(url)?.[1]) * 1000
    const left = expires - test.deps.clock().getTime()
    expect(left).toBeGreaterThan(24 * 3_600_000)
    test.advance(left - 5_000)
    expect((await get(url)).status).toBe(200)
    test.advance(5_000)
    expect((await get(url)).status).toBe(403)
    test.advance(-left)
  })
})
