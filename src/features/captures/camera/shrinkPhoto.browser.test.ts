// Covers docs/requirements.md: 526, 690

import { expect, onTestFinished, test, vi } from 'vitest'
import { sha256Of } from '../../../../offline/digest.ts'
import { readBytes, readCapture } from '../../../../offline/outbox.ts'
import { inspector, photograph, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { storePhotograph } from '../storePhotograph.ts'
import { maxUnchangedBytes, shrinkPhoto } from './shrinkPhoto.ts'
import { createThumbnail } from './thumbnail.ts'

/** Noise, which compresses badly. */
async function noisyPicture(width: number, height: number): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = new ImageData(width, height)
  for (let index = 0; index < image.data.length; index += 1) {
    image.data[index] = index % 4 === 3 ? 255 : Math.random() * 256
  }
  context?.putImageData(image, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  return blob.arrayBuffer()
}

/** Of 8 MB. */
const large = noisyPicture(2400, 3200)

test('a photograph of up to 4 MB is sent as it is', async () => {
  expect(await shrinkPhoto(await noisyPicture(800, 600), 'image/jpeg')).toBeNull()
})

test('requirement 28: a larger one becomes a JPEG of 2000 px on the long side, without a worker from elsewhere', async () => {
  // The library's worker loads the library from a foreign host.
  const workers = vi.spyOn(globalThis, 'Worker')
  onTestFinished(() => workers.mockRestore())
  const bytes = await large
  expect(bytes.byteLength).toBeGreaterThan(maxUnchangedBytes)
  const smaller = await shrinkPhoto(bytes, 'image/jpeg')
  expect(smaller?.byteLength).toBeLessThan(bytes.byteLength)
  const { width, height } = await createImageBitmap(new Blob([smaller ?? ''], { type: 'image/jpeg' }))
  expect([width, height]).toEqual([1500, 2000])
  expect(workers).not.toHaveBeenCalled()
})

test('requirement 3: a result that lost its picture is not taken for it', async () => {
  const bytes = await large
  const contexts = [CanvasRenderingContext2D.prototype, OffscreenCanvasRenderingContext2D.prototype]
  const originals = contexts.map((context) => context.drawImage)
  // Large canvases stay blank, as on phones with a canvas limit.
  for (const [index, context] of contexts.entries()) {
    context.drawImage = function (this: typeof context, ...given: unknown[]) {
      if (this.canvas.width <= 32) Reflect.apply(originals[index] ?? (() => undefined), this, given)
    }
  }
  try {
    expect((await shrinkPhoto(bytes, 'image/jpeg')) === null).toBe(true)
  } finally {
    for (const [index, context] of contexts.entries()) {
      const original = originals[index]
      if (original) context.drawImage = original
    }
  }
})

test.each([
  ['that is cropped', async () => noisyPicture(1500, 1900)],
  ['that is no smaller', async (length: number) => [await noisyPicture(1500, 2000), new Uint8Array(length)]],
])('requirement 3: a result %s is not taken for it', async (_what, made) => {
  const bytes = await large
  const result = new Blob([await made(bytes.byteLength)].flat(), { type: 'image/jpeg' })
  const drawn = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockResolvedValue(result)
  onTestFinished(() => drawn.mockRestore())
  expect(await shrinkPhoto(bytes, 'image/jpeg')).toBeNull()
  expect(drawn).toHaveBeenCalled()
})

test.each([
  ['no end marker', (jpeg: Uint8Array) => jpeg.slice(0, -2)],
  // Behind APP0 of 18 bytes.
  [
    '18 bytes inserted after APP0',
    (jpeg: Uint8Array) =>
      Uint8Array.from([...jpeg.subarray(0, 20), ...Array(18).fill(0x78), ...jpeg.subarray(20)]),
  ],
])(
  'a photograph with %s is sent as it is, so that the server sees the damage, and is shown',
  async (_what, damage) => {
    const damaged = damage(new Uint8Array(await large)).buffer
    expect(await shrinkPhoto(damaged, 'image/jpeg')).toBeNull()
    const { width } = await createImageBitmap((await createThumbnail(damaged, 'image/jpeg')) ?? new Blob())
    expect(width).toBe(160)
  },
)

test('what cannot be decoded is left as it is', async () => {
  expect(await shrinkPhoto(new ArrayBuffer(maxUnchangedBytes + 1), 'image/heic')).toBeNull()
})

test('requirement 3: the smaller one takes the place of the stored photograph', async () => {
  await resetPhone()
  const bytes = await large
  const original = photograph(inspector, { bytes })
  onTestFinished(await storePhotograph(original))
  await expect.poll(async () => (await readCapture(original.id))?.byteLength).toBeLessThan(bytes.byteLength)
  const smaller = await readBytes(original.id)
  expect(await readCapture(original.id)).toMatchObject({
    byteLength: smaller?.byteLength,
    sha256: await sha256Of(smaller ?? bytes),
    mime: 'image/jpeg',
  })
})
