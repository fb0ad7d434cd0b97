const ORIENTATION = 0x0112

/** Orientation 1 to 8 from the first directory of a TIFF header (EXIF 2.32, 4.6.4); 1 if absent. */
export function orientationOf(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + 12 * entry
      if (short(at) !== ORIENTATION) continue
      const orientation = short(at + 8)
      return orientation >= 1 && orientation <= 8 ? orientation : 1
    }
  } catch (error) {
    // Damaged data.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** A TIFF header with the orientation alone. */
export function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  // One 16-bit value.
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
