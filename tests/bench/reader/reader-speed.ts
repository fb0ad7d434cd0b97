import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { faces, readerSettingsOf, referencePicture } from '../../../faces/index.ts'
import { parseCase, settingsOfCase } from '../../../reader/node/case.ts'
import { decode, loadModels, type Picture, read } from '../../../reader/node/index.ts'
import { loadPicture, type Row, readTable } from '../../../reader/training/labelled-pictures.ts'
import { median, type Table } from './reader-score.ts'

const FILE = 'whole/watermeter-jomjol-1.jpg'

/** Median CPU milliseconds of a call after a warm-up: less affected by other load than wall time. */
async function time(rounds: number, call: () => unknown): Promise<number> {
  for (let round = 0; round < 5; round++) await call()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const from = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1000)
  }
  return median(times)
}

function rowOf(table: readonly Row[]): Row {
  const row = table.find((one) => one['file'] === FILE)
  if (!row) throw new Error(`${FILE} is not in the table`)
  return row
}

export async function speed(folder: string): Promise<Table[]> {
  const models = await loadModels()
  const bytes = await readFile(join(folder, FILE))
  const picture = await loadPicture(folder, FILE)
  const dial = rowOf(await readTable(folder, 'gauges.csv'))
  const counter = rowOf(await readTable(folder, 'counters.csv'))
  const settingsFrom = (known: Record<string, unknown>) =>
    settingsOfCase(parseCase({ id: FILE, image: FILE, ...known }), picture)
  const axis = [Number(dial['axis_x']), Number(dial['axis_y'])]
  const gauge = settingsFrom({ category: 1, axis, radius: 0.08 })
  const drums = settingsFrom({ category: 4, rectangles: counter['rectangles'] })
  const peer = await time(30, () => sharp(bytes).resize(1000).raw().toBuffer())
  const rows: [string, number][] = [
    [`sharp: decode and resize ${picture.width} × ${picture.height} to 1000 px`, peer],
    [`counter of ${counter['digits']} drums`, await time(30, () => read(picture, drums, models))],
    ['needle', await time(30, () => read(picture, gauge, models))],
    ['round gauge registered to its reference picture', await registered()],
  ]
  return [
    {
      title: 'Processor time in Node, median (decoding apart)',
      header: ['work', 'ms', 'of the first row'],
      rows: rows.map(([work, ms]) => [work, ms.toFixed(1), (ms / peer).toFixed(2)]),
    },
  ]
}

async function registered(): Promise<number> {
  const face = faces.find(({ key }) => key === 'pump-discharge')
  if (!face) throw new Error('no such face')
  const reference: Picture = await decode(await referencePicture(face))
  const models = await loadModels()
  return time(20, () => read(reference, readerSettingsOf(face), models, { reference }))
}
