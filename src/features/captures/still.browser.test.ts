import { afterEach, expect, test, vi } from 'vitest'
import { takeStill } from './still.ts'

afterEach(() => vi.restoreAllMocks())

/** A live view of a drawn camera, playing. */
async function live(width: number, height: number) {
  const canvas = document.createElement('canvas')
  const turn = (across: number, down: number) => {
    canvas.width = across
    canvas.height = down
    canvas.getContext('2d')?.fillRect(0, 0, across, down)
  }
  turn(width, height)
  const video = document.createElement('video')
  const stream = canvas.captureStream()
  video.muted = true
  video.srcObject = stream
  await video.play()
  return { video, stream, turn }
}

async function sizeOf(still: { bytes: ArrayBuffer; mime: string }) {
  const { width, height } = await createImageBitmap(new Blob([still.bytes], { type: still.mime }))
  return [width, height]
}

/** The browser's own call, without the sensor that it needs. */
const photographs = (answer: () => Promise<Blob>) =>
  vi.spyOn(ImageCapture.prototype, 'takePhoto').mockImplementation(answer)

test('requirement 24: the sensor’s photograph is taken where the browser gives it', async () => {
  const { video, stream } = await live(640, 480)
  const canvas = new OffscreenCanvas(2000, 1500)
  canvas.getContext('2d')?.fillRect(0, 0, 2000, 1500)
  const sensor = await canvas.convertToBlob({ type: 'image/png' })
  photographs(async () => sensor)
  const still = await takeStill(video, stream)
  expect(still.mime).toBe('image/png')
  expect(await sizeOf(still)).toEqual([2000, 1500])
})

test('requirement 24: else the whole frame becomes a JPEG, turned with the phone', async () => {
  const { video, stream, turn } = await live(1920, 1080)
  photographs(async () => {
    throw new DOMException('no photograph', 'UnknownError')
  })
  const still = await takeStill(video, stream)
  expect(still.mime).toBe('image/jpeg')
  expect(await sizeOf(still)).toEqual([1920, 1080])
  const turned = new Promise((resolve) => video.addEventListener('resize', resolve, { once: true }))
  turn(1080, 1920)
  await turned
  expect(await sizeOf(await takeStill(video, stream))).toEqual([1080, 1920])
})
