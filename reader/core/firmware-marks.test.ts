// Covers docs/requirements.md: 550

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  conditions,
  dialledFaces,
  type Face,
  faces,
  photograph,
  readerSettingsOf,
  referencePicture,
} from '../../faces/index.ts'
import { firmwarePicture } from '../../tests/support/reader/firmware-marks.ts'
import { decode } from '../node/decode.ts'
import { loadModels } from '../node/models.ts'
import { eraseFirmwareMarks } from './firmware-marks.ts'
import { read } from './read.ts'
import { parseCounter } from './settings.ts'

const models = await loadModels()

/** The meter at a value, read like a picture of a fixed camera, and how it is read with what the firmware draws. */
async function photographed(face: Face, value: number, seed: number) {
  const view = conditions(seed, 0.1, seed)
  const settings = readerSettingsOf(face, view)
  const parsed = parseCounter(settings.settings ?? '')
  if (!parsed.ok) throw new Error(parsed.reason)
  const { jpeg, truth } = await photograph(face, value, conditions(seed + 1000, 0.1, seed))
  const taken = await referencePicture(face, view)
  const reading = async (places: typeof parsed.value | null, wider = 0) => {
    const reference = await decode(await firmwarePicture(taken, places, wider))
    return read(await decode(await firmwarePicture(jpeg, places, wider)), settings, models, { reference })
  }
  return { truth, plain: await reading(null), readFramed: (wider: number) => reading(parsed.value, wider) }
}

/** Each is photographed and read once, whatever frames are drawn into it. */
const meters = new Map<string, ReturnType<typeof photographed>>()

async function readBoth(face: Face, value: number, seed: number, wider: number) {
  const key = `${face.key} ${seed}`
  const meter = meters.get(key) ?? photographed(face, value, seed)
  meters.set(key, meter)
  const { truth, plain, readFramed } = await meter
  return { truth, plain, marked: await readFramed(wider) }
}

describe('eraseFirmwareMarks', () => {
  it('returns the picture itself if no dial is framed in it', async () => {
    for (const face of [...dialledFaces, ...faces]) {
      const picture = await decode(await firmwarePicture(await referencePicture(face), null))
      expect(eraseFirmwareMarks(picture), face.key).toBe(picture)
    }
  })

  it('erases the green lines, and leaves a needle under the cross', async () => {
    const needle = await sharp({ create: { width: 50, height: 7, channels: 3, background: '#c81e1e' } }).png()
    const white = sharp({ create: { width: 640, height: 480, channels: 3, background: '#f4f4f0' } })
    const composed = await white.composite([{ input: await needle.toBuffer(), left: 320, top: 237 }]).png()
    const dial = { centre: { x: 0.5, y: 0.5 }, radius: 0.1, multiplier: 0.1, zero: 0, clockwise: true }
    const marked = await firmwarePicture(await composed.toBuffer(), { boxes: [], dials: [dial] })
    const { width, height, data } = eraseFirmwareMarks(await decode(marked))
    const pixels = Array.from({ length: width * height }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)])
    const excess = pixels.map(([red = 0, green = 0, blue = 0]) => green - Math.max(red, blue))
    expect(excess.reduce((most, one) => Math.max(most, one))).toBeLessThan(30)
    const greens = (y: number) =>
      Array.from({ length: 40 }, (_, x) => pixels[y * width + 325 + x]?.[1] ?? 255)
    for (const y of [238, 240, 242]) expect(Math.max(...greens(y)), `row ${y}`).toBeLessThan(150)
    expect(Math.min(...greens(225))).toBeGreaterThan(200)
  })
})

describe('a picture in which AI-on-the-edge-device has framed digits and dials', () => {
  it.each([0, 0.1])(
    'gives as many values of dials as one without frames, frames wider by %f',
    async (wider) => {
      const counts = { plain: 0, marked: 0, wrong: 0 }
      for (const face of dialledFaces) {
        for (const seed of [31, 32, 33, 34]) {
          const { truth, plain, marked } = await readBoth(face, 17.2391 * seed, seed, wider)
          if (plain.value === truth.value) counts.plain++
          if (marked.value === truth.value) counts.marked++
          else if (marked.value !== null && marked.value !== plain.value) counts.wrong++
        }
      }
      expect(counts.plain).toBeGreaterThanOrEqual(12)
      // Where a needle lies under the cross, a picture may be left without a value, never with another one.
      expect(counts.marked).toBeGreaterThanOrEqual(counts.plain - 1)
      expect(counts.wrong).toBe(0)
    },
  )

  it.each([0, 0.1])('shows the same drums and displays, frames wider by %f', async (wider) => {
    const framed = faces.filter(({ style }) => style.kind === 'counter' || style.kind === 'display')
    for (const face of framed) {
      const { behaviour } = face
      const value = behaviour.kind === 'wave' ? behaviour.base : behaviour.start
      const { truth, plain, marked } = await readBoth(face, value, 41, wider)
      expect([plain.ocr, marked.ocr, marked.value], face.key).toEqual([truth.ocr, truth.ocr, plain.value])
      expect(marked.confidence, face.key).toBeGreaterThanOrEqual(0.9)
    }
  })
})
