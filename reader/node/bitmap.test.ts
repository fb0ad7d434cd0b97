import { describe, expect, test } from 'vitest'
import { decodeBitmap, isBitmap } from './bitmap.ts'
import { decode, UndecodablePicture } from './decode.ts'

interface Layout {
  bits?: number
  topDown?: boolean
  compression?: number
}

/** 3 × 2 pixels: red, green, blue over black, grey, white. */
const rows = [
  [255, 0, 0, 0, 255, 0, 0, 0, 255],
  [0, 0, 0, 128, 128, 128, 255, 255, 255],
]

function bitmap({ bits = 24, topDown = false, compression = 0 }: Layout = {}): Buffer {
  const depth = bits / 8
  const stride = Math.ceil((3 * depth) / 4) * 4
  const bytes = Buffer.alloc(54 + 2 * stride)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(54, 10)
  bytes.writeInt32LE(3, 18)
  bytes.writeInt32LE(topDown ? -2 : 2, 22)
  bytes.writeUInt16LE(bits, 28)
  bytes.writeUInt32LE(compression, 30)
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < 3; x++) {
      const [red = 0, green = 0, blue = 0] = row.slice(3 * x)
      bytes.set([blue, green, red], 54 + (topDown ? y : 1 - y) * stride + x * depth)
    }
  }
  return bytes
}

const shown = rows.flat().flatMap((level, at) => (at % 3 === 2 ? [level, 255] : [level]))

describe('a Windows bitmap', () => {
  test.each([{}, { topDown: true }, { bits: 32 }, { bits: 32, topDown: true }])(
    'laid out as %o is decoded',
    async (layout) => {
      const picture = await decode(bitmap(layout))
      expect([picture.width, picture.height, ...picture.data]).toEqual([3, 2, ...shown])
    },
  )

  test.each([{ bits: 16 }, { compression: 1 }])('laid out as %o is refused', async (layout) => {
    await expect(decode(bitmap(layout))).rejects.toThrow(UndecodablePicture)
  })

  test('that ends too early, claims too much or is only a signature is refused', async () => {
    await expect(decode(bitmap().subarray(0, 70))).rejects.toThrow(UndecodablePicture)
    expect(() => decodeBitmap(bitmap(), 5)).toThrow(RangeError)
    expect(isBitmap(Buffer.from('BM'))).toBe(false)
    await expect(decode(Buffer.from('BM'))).rejects.toThrow(UndecodablePicture)
  })

  test('in the middle of a larger buffer is decoded from its own bytes', async () => {
    const within = Buffer.concat([Buffer.from('before'), bitmap()]).subarray(6)
    expect((await decode(within)).width).toBe(3)
  })
})
