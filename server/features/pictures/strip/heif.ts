import { createCount } from './parts.ts'

interface Box {
  type: string
  /** Of the content. */
  start: number
  end: number
}

interface Extent {
  start: number
  length: number
}

/** Boxes that only the writer needs, or that hold a film. */
const unneeded = new Set(['free', 'skip', 'uuid', 'udta', 'mpvd'])
/** Container boxes of a sequence; a `meta` in them belongs to the film (8.2, 8.11). */
const films = new Set(['moov', 'trak', 'moof', 'traf'])
const metadataTypes = new Set(['Exif', 'mime', 'uri '])
/** The offset of the TIFF header, and a header with an empty directory. */
const NOTHING = Buffer.from('\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1')

/**
 * Blanks EXIF and XMP in place (ISO/IEC 14496-12, 8.11), so that offsets stay valid. The orientation is a property of
 * the picture and stays (ISO/IEC 23008-12, 6.5.10).
 *
 * @throws RangeError for a malformed file or too many parts
 */
export function stripHeif(given: Buffer): Buffer {
  const bytes = Buffer.from(given)
  const count = createCount()
  for (const box of boxesIn(bytes, 0, bytes.length, count)) {
    if (unneeded.has(box.type)) bytes.fill(0, box.start, box.end)
    if (box.type === 'meta') blankItems(bytes, box, count)
    if (films.has(box.type)) blankFilm(bytes, box, count)
  }
  return bytes
}

function blankFilm(bytes: Buffer, film: Box, count: () => void): void {
  for (const box of boxesIn(bytes, film.start, film.end, count)) {
    if (unneeded.has(box.type) || box.type === 'meta') bytes.fill(0, box.start, box.end)
    if (films.has(box.type)) blankFilm(bytes, box, count)
  }
}

function blankItems(bytes: Buffer, meta: Box, count: () => void): void {
  const boxes = boxesIn(bytes, meta.start + 4, meta.end, count)
  const find = (type: string) => boxes.find((box) => box.type === type)
  const [infos, locations, data] = [find('iinf'), find('iloc'), find('idat')]
  const personal = infos === undefined ? new Set<number>() : personalItems(bytes, infos, count)
  if (personal.size === 0) return
  if (locations === undefined) throw new RangeError('items without their places')
  const extentsOfItems = extentsOf(bytes, locations, data?.start ?? null, count)
  let left = bytes.length
  for (const item of personal) {
    for (const { start, length } of extentsOfItems.get(item) ?? []) {
      if (start + length > bytes.length) throw new RangeError('an item beyond the end of its file')
      left -= length
      // Otherwise a small file could have the same bytes blanked for hours.
      if (left < 0) throw new RangeError('items that lie on each other')
      bytes.fill(0, start, start + length)
      if (length >= NOTHING.length) NOTHING.copy(bytes, start)
    }
  }
}

function boxesIn(bytes: Buffer, from: number, to: number, count: () => void): Box[] {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to) {
    count()
    const type = bytes.toString('latin1', at + 4, at + 8)
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    const size = short === 0 ? to - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < head) throw new RangeError('a box smaller than its head')
    boxes.push({ type, start: at + head, end: Math.min(to, at + size) })
    at += size
  }
  return boxes
}

function personalItems(bytes: Buffer, infos: Box, count: () => void): Set<number> {
  const head = bytes.readUInt8(infos.start) === 0 ? 6 : 8
  const items = new Set<number>()
  for (const { type, start } of boxesIn(bytes, infos.start + head, infos.end, count)) {
    if (type !== 'infe') continue
    const version = bytes.readUInt8(start)
    if (version < 2) throw new RangeError('items without a type')
    const isWide = version > 2
    const id = isWide ? bytes.readUInt32BE(start + 4) : bytes.readUInt16BE(start + 4)
    const after = start + (isWide ? 10 : 8)
    if (metadataTypes.has(bytes.toString('latin1', after, after + 4))) items.add(id)
  }
  return items
}

function extentsOf(
  bytes: Buffer,
  { start }: Box,
  data: number | null,
  count: () => void,
): Map<number, Extent[]> {
  const version = bytes.readUInt8(start)
  const sizes = bytes.readUInt16BE(start + 4)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  let at = start + 6
  const next = (size: number) => {
    at += size
    if (size === 8) return Number(bytes.readBigUInt64BE(at - 8))
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size)
  }
  const idSize = version < 2 ? 2 : 4
  const extentsOfItems = new Map<number, Extent[]>()
  for (let left = next(idSize); left > 0; left--) {
    count()
    const id = next(idSize)
    const method = version === 0 ? 0 : next(2) & 15
    next(2)
    const base = next(baseSize)
    const origin = method === 0 ? base : method === 1 && data !== null ? data + base : null
    const extents: Extent[] = []
    for (let more = next(2); more > 0; more--) {
      // An item may be empty.
      count()
      next(indexSize)
      const offset = next(offsetSize)
      extents.push({ start: (origin ?? Number.NaN) + offset, length: next(lengthSize) })
    }
    extentsOfItems.set(id, extents)
  }
  return extentsOfItems
}
