// Covers docs/requirements.md: 555, 557

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearShared, keepShared, listShared, readShared } from '../offline/sharedPictures.ts'
import { avif } from '../tests/support/files/avif.ts'
import { heic } from '../tests/support/files/heic.ts'
import { keepPictures } from './shareTarget.ts'

beforeEach(clearShared)
afterEach(() => {
  vi.restoreAllMocks()
})

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])

test('a shared picture for which there is no room is told of, and does not stop the one behind it', async () => {
  const put = Cache.prototype.put
  vi.spyOn(Cache.prototype, 'put')
    .mockImplementation(function (this: Cache, ...given) {
      return put.apply(this, given)
    })
    .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const form = new FormData()
  for (const name of ['first', 'second']) form.append('picture', new File([jpeg], `${name}.jpg`))
  const answer = await keepPictures(new Request('/share', { method: 'POST', body: form }))
  expect(answer.headers.get('location')).toMatch(/\/capture\?lost=1$/)
  expect(await listShared()).toHaveLength(1)
  await clearShared()
})

test('what is no usable picture is refused whatever its name, and a JPEG without a type is kept as a JPEG', async () => {
  const form = new FormData()
  // This browser cannot decode HEIC.
  for (const content of [avif, heic, 'a text'])
    form.append('picture', new File([content], 'a.jpg', { type: 'image/jpeg' }))
  const unlabelled = { type: 'application/octet-stream' }
  form.append('picture', new File(['a text'], 'a', unlabelled))
  form.append('picture', new File([jpeg], 'b', { type: '' }))
  form.append('picture', new File([jpeg], 'b', unlabelled))
  form.append('picture', new File([jpeg], 'c.png', { type: 'image/png' }))
  const answer = await keepPictures(new Request('/share', { method: 'POST', body: form }))
  expect(answer.headers.get('location')).toMatch(/\/capture\?refused=4$/)
  const kept = await Promise.all((await listShared()).map(readShared))
  expect(kept.map((picture) => picture?.type)).toEqual(['image/jpeg', 'image/jpeg', 'image/jpeg'])
  await clearShared()
})

test('a shared picture keeps its time until a meter is chosen', async () => {
  const lastModified = 1_790_000_000_000
  await keepShared(new File(['one'], 'one.jpg', { type: 'image/jpeg', lastModified }))
  const [id = ''] = await listShared()
  expect(await readShared(id)).toMatchObject({ type: 'image/jpeg', lastModified })
  await clearShared()
})
