import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { decode, type Picture } from '../../reader/node/index.ts'

export type Row = Readonly<Record<string, string>>

/** The folder of labelled pictures, or null after saying where they come from. */
export function findImages(): string | null {
  const folder = resolve(
    process.env['KENSHIN_METER_IMAGES'] ?? join(import.meta.dirname, '../../../shared/meter-images'),
  )
  if (existsSync(join(folder, 'digits.csv'))) return folder
  console.log(`No labelled pictures in ${folder}.
Set KENSHIN_METER_IMAGES to a folder with digits.csv, needles.csv, gauges.csv and counters.csv. The pictures come from
  https://github.com/haverland/Tenth-of-step-of-a-meter-digit at ebf9b2ba33b5 (Apache-2.0)
  https://github.com/jomjol/neural-network-digital-counter-readout at d4ffcea1bfb4 (MIT)
  https://github.com/jomjol/neural-network-analog-needle-readout at 7ef6540f54b4 (MIT)
  https://github.com/jomjol/water-meter-system-complete (MIT)
and are not part of this repository.`)
  return null
}

export async function readTable(folder: string, name: string): Promise<Row[]> {
  const text = await readFile(join(folder, name), 'utf8')
  const [header = [], ...lines] = text.trim().split(/\r?\n/).map(splitLine)
  return lines.map((cells) => Object.fromEntries(header.map((column, index) => [column, cells[index] ?? ''])))
}

function splitLine(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

/** Some of the pictures are Windows bitmaps, which sharp does not open, under a `.jpg` name. */
export async function loadPicture(folder: string, file: string): Promise<Picture> {
  const bytes = await readFile(join(folder, file))
  return bytes.toString('latin1', 0, 2) === 'BM' ? decodeBitmap(bytes) : decode(bytes)
}

/** 24 bits a pixel, uncompressed, from the bottom row up. */
function decodeBitmap(bytes: Buffer): Picture {
  const start = bytes.readUInt32LE(10)
  const width = bytes.readInt32LE(18)
  const height = bytes.readInt32LE(22)
  const stride = Math.ceil((width * 3) / 4) * 4
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = start + (height - 1 - y) * stride + x * 3
      const pixel = [bytes[from + 2] ?? 0, bytes[from + 1] ?? 0, bytes[from] ?? 0, 255]
      data.set(pixel, (y * width + x) * 4)
    }
  }
  return { width, height, data }
}
