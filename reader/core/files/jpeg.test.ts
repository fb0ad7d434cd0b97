// Covers docs/requirements.md: 689, 690

import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inspectJpeg } from './jpeg.ts'

const round = readFileSync(new URL('../../../tests/fixtures/reader/round.jpg', import.meta.url))
const afterApp0 = (jpeg: Buffer) => 4 + jpeg.readUInt16BE(4)
/** Where the data of the scan begins. */
function scanOf(jpeg: Buffer): number {
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  return scan + 2 + jpeg.readUInt16BE(scan + 2)
}

describe('inspectJpeg', () => {
  it.each([
    ['a baseline JPEG', () => round],
    ['a progressive JPEG', () => sharp(round).jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG with EXIF',
      () =>
        sharp(round)
          .withExif({ IFD0: { Make: 'X' } })
          .jpeg()
          .toBuffer(),
    ],
    ['a JPEG with unused memory behind its end', () => Buffer.concat([round, Buffer.alloc(160, 0x5a)])],
    [
      'a JPEG with fill bytes before a marker',
      () =>
        Buffer.concat([
          round.subarray(0, afterApp0(round)),
          Buffer.alloc(3, 255),
          round.subarray(afterApp0(round)),
        ]),
    ],
  ])('finds %s undamaged', async (_what, made) => {
    expect(inspectJpeg(await made())).toEqual({ isDamaged: false, hasPixels: true })
  })

  it.each([
    ['no end marker', round.subarray(0, -2), true],
    ['half of its end marker', round.subarray(0, -1), true],
    ['no last 3 %', round.subarray(0, Math.floor(round.length * 0.97)), true],
    [
      '18 bytes after APP0 that belong to no segment',
      Buffer.concat([
        round.subarray(0, afterApp0(round)),
        Buffer.alloc(18, 'x'),
        round.subarray(afterApp0(round)),
      ]),
      true,
    ],
    ['one byte of its scan', round.subarray(0, scanOf(round) + 1), true],
    ['nothing of its scan', round.subarray(0, scanOf(round)), false],
    ['no scan', round.subarray(0, scanOf(round) - 14), false],
  ])('finds a JPEG with %s damaged', (_what, bytes, hasPixels) => {
    expect(inspectJpeg(bytes)).toEqual({ isDamaged: true, hasPixels })
  })

  it('says nothing about other formats', async () => {
    expect(inspectJpeg(await sharp(round).png().toBuffer())).toBeNull()
    expect(inspectJpeg(new Uint8Array(0))).toBeNull()
  })
})
