import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearShared, keepShared, listShared, readShared } from '../offline/sharedPictures.ts'
import { keepPictures } from './shareTarget.ts'

beforeEach(clearShared)
afterEach(() => {
  vi.restoreAllMocks()
})

test('a shared picture for which there is no room is told of, and does not stop the one behind it', async () => {
  const put = Cache.prototype.put
  vi.spyOn(Cache.prototype, 'put')
    .mockImplementation(function (this: Cache, ...given) {
      return put.apply(this, given)
    })
    .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const form = new FormData()
  for (const name of ['first', 'second']) form.append('picture', new File([name], `${name}.jpg`))
  const answer = await keepPictures(new Request('/share', { method: 'POST', body: form }))
  expect(answer.headers.get('location')).toMatch(/\/capture\?lost=1$/)
  expect(await listShared()).toHaveLength(1)
  await clearShared()
})

/** An AVIF picture of 8 × 6 pixels. */
const avif = Uint8Array.from(
  atob(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAB8AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAgAAAAGAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAnbWRhdBIACgg4CL1pAQ0GkDIRGUJjBMAANAAAkEER1DQTLSw=',
  ),
  (sign) => sign.charCodeAt(0),
)

test('an AVIF picture named .jpg is refused, and a JPEG without a type is kept as a JPEG', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])
  const form = new FormData()
  form.append('picture', new File([avif], 'a.jpg', { type: 'image/jpeg' }))
  form.append('picture', new File([jpeg], 'b', { type: '' }))
  form.append('picture', new File([jpeg], 'c.png', { type: 'image/png' }))
  const answer = await keepPictures(new Request('/share', { method: 'POST', body: form }))
  expect(answer.headers.get('location')).toMatch(/\/capture\?refused=1$/)
  const kept = await Promise.all((await listShared()).map(readShared))
  expect(kept.map((picture) => picture?.type)).toEqual(['image/jpeg', 'image/jpeg'])
  await clearShared()
})

test('a shared picture keeps its time until a meter is chosen', async () => {
  const lastModified = 1_790_000_000_000
  await keepShared(new File(['one'], 'one.jpg', { type: 'image/jpeg', lastModified }))
  const [id = ''] = await listShared()
  expect(await readShared(id)).toMatchObject({ type: 'image/jpeg', lastModified })
  await clearShared()
})
