/** The damages that issue 30 names. Browsers display such files without a word. */
export const damages: readonly [what: string, damage: (jpeg: Buffer) => Buffer][] = [
  ['no end marker', (jpeg) => jpeg.subarray(0, -2)],
  ['no last 3 %', (jpeg) => jpeg.subarray(0, Math.floor(jpeg.length * 0.97))],
  [
    '18 bytes inserted after APP0',
    (jpeg) => {
      const end = 4 + jpeg.readUInt16BE(4)
      return Buffer.concat([jpeg.subarray(0, end), Buffer.alloc(18, 'x'), jpeg.subarray(end)])
    },
  ],
]

/** The bytes of a PNG or a WebP with a body from that place on that no decoder understands. */
export function withBrokenBody(picture: Buffer, from = picture.indexOf(bodyOf(picture)) + 20): Buffer {
  return Buffer.concat([picture.subarray(0, from), Buffer.alloc(picture.length - from, 0x5a)])
}

/** The chunk that has the pixels. */
const bodyOf = (picture: Buffer) => (picture.includes('IDAT') ? 'IDAT' : 'VP8')

/** A JPEG of which nothing can be decoded: it ends where the data of its pixels should begin. */
export function withoutPixels(jpeg: Buffer): Buffer {
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  return jpeg.subarray(0, scan + 2 + jpeg.readUInt16BE(scan + 2))
}
