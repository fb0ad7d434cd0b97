import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { decode, type Picture } from '../node/index.ts'

export type Row = Readonly<Record<string, string>>

/** The folder of labelled pictures; null after saying where to get them. */
export function findImages(): string | null {
  const folder = resolve(
    process.env['KENSHIN_METER_IMAGES'] ?? join(import.meta.dirname, '../../../shared/meter-images'),
  )
  if (existsSync(join(folder, 'digits.csv'))) return folder
  console.warn(`No labelled pictures in ${folder}.
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

export async function loadPicture(folder: string, file: string): Promise<Picture> {
  return decode(await readFile(join(folder, file)))
}
