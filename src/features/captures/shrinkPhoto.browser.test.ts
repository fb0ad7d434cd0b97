import { expect, onTestFinished, test, vi } from 'vitest'
import { maxUnchangedBytes, shrinkPhoto } from './shrinkPhoto.ts'

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

test('a photograph of up to 4 MB is sent as it is', async () => {
  expect(await shrinkPhoto(await noisyPicture(800, 600), 'image/jpeg')).toBeNull()
})

test('requirement 28: a larger one becomes a JPEG of 2000 px on the long side, without a worker from elsewhere', async () => {
  // The library's worker loads the library from a foreign host.
  const workers = vi.spyOn(globalThis, 'Worker')
  onTestFinished(() => workers.mockRestore())
  const bytes = await noisyPicture(2400, 3200)
  expect(bytes.byteLength).toBeGreaterThan(maxUnchangedBytes)
  const smaller = await shrinkPhoto(bytes, 'image/jpeg')
  expect(smaller?.byteLength).toBeLessThan(bytes.byteLength)
  const { width, height } = await createImageBitmap(new Blob([smaller ?? ''], { type: 'image/jpeg' }))
  expect([width, height]).toEqual([1500, 2000])
  expect(workers).not.toHaveBeenCalled()
})

test('requirement 3: a result that lost its picture is not taken for it', async () => {
  const bytes = await noisyPicture(2400, 3200)
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

test('what cannot be decoded is left as it is', async () => {
  expect(await shrinkPhoto(new ArrayBuffer(maxUnchangedBytes + 1), 'image/heic')).toBeNull()
})
