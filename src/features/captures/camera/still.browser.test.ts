// Covers docs/requirements.md: 522, 529

import { afterEach, expect, test, vi } from 'vitest'
import { NoPicture, takeSharpest, takeStill } from './still.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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
  const still = await takeStill(() => video, stream)
  expect(still.mime).toBe('image/png')
  expect(await sizeOf(still)).toEqual([2000, 1500])
})

test('requirement 24: else the whole frame becomes a JPEG, turned with the phone', async () => {
  const { video, stream, turn } = await live(1920, 1080)
  photographs(async () => {
    throw new DOMException('no photograph', 'UnknownError')
  })
  const still = await takeStill(() => video, stream)
  expect(still.mime).toBe('image/jpeg')
  expect(await sizeOf(still)).toEqual([1920, 1080])
  const turned = new Promise((resolve) => video.addEventListener('resize', resolve, { once: true }))
  turn(1080, 1920)
  await turned
  expect(await sizeOf(await takeStill(() => video, stream))).toEqual([1080, 1920])
})

test('of a shaking hand’s three photographs the sharpest is kept', async () => {
  const { video, stream } = await live(640, 480)
  const blurred = async (px: number) => {
    const canvas = new OffscreenCanvas(640, 480)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no 2d context')
    context.fillStyle = 'white'
    context.fillRect(0, 0, 640, 480)
    context.filter = `blur(${px}px)`
    context.fillStyle = 'black'
    for (let x = 0; x < 640; x += 40) context.fillRect(x, 0, 20, 480)
    return canvas.convertToBlob({ type: 'image/png' })
  }
  const taken = [await blurred(6), await blurred(1), await blurred(3)]
  let shot = 0
  const photographed = photographs(async () => taken[shot++] ?? new Blob())
  const still = await takeSharpest(() => video, stream)
  expect(photographed).toHaveBeenCalledTimes(3)
  expect(still.bytes).toEqual(await taken[1]?.arrayBuffer())
})

test('a camera that shows nothing is waited for, and not for ever', async () => {
  const { stream } = await live(640, 480)
  photographs(async () => {
    throw new DOMException('no photograph', 'UnknownError')
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const refused = expect(takeStill(() => null, stream)).rejects.toThrow(NoPicture)
  await vi.advanceTimersByTimeAsync(10_100)
  await refused
})
