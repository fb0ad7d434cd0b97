// Covers docs/requirements.md: 548, 690

import { afterEach, describe, expect, test } from 'vitest'
import { cases, type FixtureCase } from '../../tests/fixtures/reader/cases.ts'
import expected from '../../tests/fixtures/reader/expected.json' with { type: 'json' }
import type { ReadResult } from '../core/types.ts'
import { createReader } from './index.ts'

/** Node's results for the same pictures. */
const results: Record<string, object> = expected

const files: Record<string, string> = {
  'round.png': new URL('../../tests/fixtures/reader/round.png', import.meta.url).href,
  'round.jpg': new URL('../../tests/fixtures/reader/round.jpg', import.meta.url).href,
  'counter.png': new URL('../../tests/fixtures/reader/counter.png', import.meta.url).href,
  'counter.jpg': new URL('../../tests/fixtures/reader/counter.jpg', import.meta.url).href,
}

const reader = createReader()
afterEach(() => reader.close())

async function bytesOf({ file }: FixtureCase): Promise<ArrayBuffer> {
  const response = await fetch(files[file] ?? '')
  return response.arrayBuffer()
}

async function readCase(one: FixtureCase): Promise<ReadResult> {
  return reader.read(await bytesOf(one), one.mime, one.settings)
}

function firstCase(): FixtureCase {
  const [first] = cases
  if (!first) throw new Error('no cases')
  return first
}

/** JPEG decoders may differ by a grey level: a thousandth of the scale, a tenth of the last drum. */
const TOLERANCE = 0.002

describe('the reader in a browser', () => {
  test.each(cases.filter(({ mime }) => mime === 'image/png'))(
    'reads the lossless fixture "$name" as Node does, to the last digit',
    async (one) => {
      expect(results[one.name]).toEqual(expect.objectContaining(await readCase(one)))
    },
  )

  test.each(cases.filter(({ mime }) => mime === 'image/jpeg'))(
    'reads the JPEG fixture "$name" as Node does, but for the decoder',
    async (one) => {
      const result = await readCase(one)
      expect(results[one.name]).toMatchObject({ ocr: result.ocr, reasons: result.reasons })
      const { value } = results[one.name] as { value: number }
      expect(Math.abs((result.value ?? Number.NaN) - value)).toBeLessThanOrEqual(TOLERANCE)
    },
  )

  test.each([
    ['no end marker', (jpeg: Uint8Array) => jpeg.slice(0, -2)],
    ['no last 3 %', (jpeg: Uint8Array) => jpeg.slice(0, Math.floor(jpeg.length * 0.97))],
    [
      '18 bytes inserted after APP0',
      (jpeg: Uint8Array) => {
        const end = 4 + new DataView(jpeg.buffer).getUint16(4)
        return Uint8Array.from([...jpeg.subarray(0, end), ...Array(18).fill(0x78), ...jpeg.subarray(end)])
      },
    ],
  ])('marks what it reads from a JPEG with %s as doubtful', async (_what, damage) => {
    const one = cases.find(({ name }) => name === 'round gauge, JPEG') ?? firstCase()
    const damaged = damage(new Uint8Array(await bytesOf(one)))
    const result = await reader.read(damaged.buffer, one.mime, one.settings)
    expect(result.reasons).toContain('damaged')
    expect(result.confidence).toBeLessThanOrEqual(0.7)
    const { value } = results[one.name] as { value: number }
    expect(Math.abs((result.value ?? Number.NaN) - value)).toBeLessThanOrEqual(TOLERANCE)
  })

  test('answers readings asked for at the same time each with its own result', async () => {
    const [first, , third] = cases
    if (!first || !third) throw new Error('no cases')
    const [a, b] = await Promise.all([readCase(first), readCase(third)])
    expect(results[first.name]).toMatchObject({ value: a.value })
    expect(results[third.name]).toMatchObject({ value: b.value })
  })

  test('registers a photograph to its reference picture, which is sent once', async () => {
    const one = firstCase()
    const bytes = await bytesOf(one)
    const reference = { bytes: await bytesOf(one), mime: one.mime }
    const readPicture = () => reader.read(bytes, one.mime, one.settings, { reference })
    const first = await readPicture()
    expect(first.registration).toBeGreaterThan(0.9)
    // Transferred bytes cannot be sent again.
    const elsewhere = structuredClone(reference.bytes, { transfer: [reference.bytes] })
    expect(await readPicture()).toEqual(first)
    reader.close()
    reference.bytes = elsewhere
    expect(await readPicture()).toEqual(first)
  })

  test('registers to the picture that is given now, not to the one before', async () => {
    const [gauge, , counter] = cases
    if (!gauge || !counter) throw new Error('no cases')
    const references = [gauge, counter].map(async (one) => ({ bytes: await bytesOf(one), mime: one.mime }))
    const [own, other] = await Promise.all(references)
    const bytes = await bytesOf(gauge)
    const readPicture = (reference: typeof own) =>
      reader.read(bytes, gauge.mime, gauge.settings, { reference: reference ?? null })
    const [right, wrong, again] = await Promise.all([readPicture(own), readPicture(other), readPicture(own)])
    expect(wrong).toMatchObject({ value: null, reasons: ['moved'] })
    expect(again).toEqual(right)
    expect(right.value).not.toBeNull()
  })

  test('reads without a reference picture whose bytes are none', async () => {
    const one = firstCase()
    const reference = { bytes: new TextEncoder().encode('none').buffer, mime: 'image/png' }
    const result = await reader.read(await bytesOf(one), one.mime, one.settings, { reference })
    expect(result).toEqual(await readCase(one))
  })

  test('proposes settings for a photograph that nothing was set on, which it reads by then', async () => {
    const one = firstCase()
    const bytes = await bytesOf(one)
    const wanted = { type: 0, area: null, digitNumber: null, range: { start: 0, end: 1 } } as const
    const { axis, pins, confidence } = await reader.propose(bytes, one.mime, wanted)
    expect(confidence).toBeGreaterThan(0.5)
    expect(axis?.x).toBeCloseTo(one.settings.axis?.x ?? Number.NaN, 1)
    expect(pins.map(({ value }) => value)).toEqual([0, 1])
  })

  test('rejects bytes that are no picture and goes on reading', async () => {
    const one = firstCase()
    await expect(
      reader.read(new TextEncoder().encode('none').buffer, 'image/png', one.settings),
    ).rejects.toThrow()
    expect((await readCase(one)).value).not.toBeNull()
  })

  test('rejects with the reason of an aborted signal', async () => {
    const one = firstCase()
    const controller = new AbortController()
    const reading = reader.read(await bytesOf(one), one.mime, one.settings, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
  })

  test('ends its worker before the page is left, and starts again in one that comes back', async () => {
    const one = firstCase()
    const reading = reader.read(await bytesOf(one), one.mime, one.settings)
    window.dispatchEvent(new Event('pagehide'))
    await expect(reading).rejects.toThrow('left')
    expect((await readCase(one)).value).not.toBeNull()
  })

  test('rejects what is under way when it is closed, and starts again when asked', async () => {
    const one = firstCase()
    const reading = reader.read(await bytesOf(one), one.mime, one.settings)
    reader.close()
    await expect(reading).rejects.toThrow('closed')
    expect((await readCase(one)).value).not.toBeNull()
  })
})
