// Covers docs/requirements.md: 557

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exifTimeOf } from './exifTime.ts'

const bufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

async function jpeg(exif: Record<string, string>): Promise<ArrayBuffer> {
  const blank = sharp({ create: { width: 16, height: 12, channels: 3, background: 'grey' } })
  return bufferOf(
    await blank
      .withExif({ IFD0: { Make: 'Example' }, IFD2: exif })
      .jpeg()
      .toBuffer(),
  )
}

test('a photograph says when it was taken, in its own zone or else in that of the phone', async () => {
  const DateTimeOriginal = '2026:11:26 09:10:05'
  const inZone = await jpeg({ DateTimeOriginal, OffsetTimeOriginal: '+09:00' })
  expect(exifTimeOf(inZone)).toBe(Date.parse('2026-11-26T09:10:05+09:00'))
  expect(exifTimeOf(await jpeg({ DateTimeOriginal }))).toBe(new Date(2026, 10, 26, 9, 10, 5).getTime())
})

/** As cameras write it: big-endian; in HEIC files behind a head that has E's of its own. */
test('the order of bytes and what stands before do not matter', () => {
  const text = '2026:11:26 09:10:05\0'
  const offset = '+09:00\0'
  const head = new TextEncoder().encode('ftypheic ExE Exif infe')
  const tiff = new DataView(new ArrayBuffer(80))
  const write = (at: number, letters: string) =>
    [...letters].forEach((letter, index) => {
      tiff.setUint8(at + index, letter.charCodeAt(0))
    })
  const entry = (at: number, ...[tag, type, count, value]: [number, number, number, number]) => {
    tiff.setUint16(at, tag)
    tiff.setUint16(at + 2, type)
    tiff.setUint32(at + 4, count)
    tiff.setUint32(at + 8, value)
  }
  write(0, 'MM\0*')
  tiff.setUint32(4, 8)
  tiff.setUint16(8, 1)
  entry(10, 0x8769, 4, 1, 22)
  tiff.setUint16(22, 2)
  entry(24, 0x9003, 2, text.length, 50)
  entry(36, 0x9011, 2, offset.length, 72)
  write(50, text)
  write(72, offset)
  const marker = new TextEncoder().encode('Exif\0\0')
  const whole = new Uint8Array([...head, ...marker, ...new Uint8Array(tiff.buffer)])
  expect(exifTimeOf(bufferOf(whole))).toBe(Date.parse('2026-11-26T09:10:05+09:00'))
  for (let length = 0; length < whole.length - offset.length; length += 1)
    expect(exifTimeOf(bufferOf(whole.subarray(0, length)))).toBeNull()
})

test.each([
  ['without it', {}],
  ['of a camera whose clock was never set', { DateTimeOriginal: '0000:00:00 00:00:00' }],
  ['with words', { DateTimeOriginal: 'yesterday at nine' }],
])('a photograph %s says nothing of its time', async (_, exif) => {
  expect(exifTimeOf(await jpeg(exif))).toBeNull()
})
