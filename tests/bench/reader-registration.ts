import { resolve } from 'node:path'
import { register } from '../../reader/core/register/register.ts'
import { decode, read } from '../../reader/node/index.ts'
import { plain } from '../../scripts/faces/conditions.ts'
import { conditions, faces, photograph, readerSettingsOf, valueAt } from '../../scripts/faces/index.ts'
import { CONFIDENT } from './reader-cases.ts'
import { referenceOf, verdictOf } from './reader-faces.ts'
import { findImages } from './reader-images.ts'
import { real } from './reader-registration-real.ts'
import {
  conditionsOf,
  covered,
  HEADER,
  models,
  rowOf,
  runTrial,
  type Trial,
  truthOf,
  views,
} from './reader-registration-trial.ts'
import { median, printTables, type Table } from './reader-score.ts'

async function rendered(every: number): Promise<Table> {
  const rows: string[][] = []
  for (const [number, view] of views.entries()) {
    const tries: Trial[] = []
    for (const [order, face] of faces.entries()) {
      if ((order + number) % every !== 0 || [4, 99].includes(readerSettingsOf(face).type)) continue
      const seed = 100 * number + order
      const how = conditionsOf(view, seed)
      const taken = await photograph(
        face,
        valueAt(face, new Date(Date.UTC(2026, 9, 2 + (seed % 20), seed % 24))),
        how,
      )
      const photo = await decode(taken.jpeg)
      tries.push(
        runTrial(
          view.cover ? covered(photo, view.cover) : photo,
          await referenceOf(face),
          readerSettingsOf(face),
          truthOf(face.style, how),
          (result) => verdictOf({ face, taken }, result),
        ),
      )
    }
    rows.push(rowOf(view.name, tries))
  }
  return {
    title:
      'Registration of rendered meters, another value than in the reference, %: error at the pins or corners of what is read, of its longer side; a place more than 3 % off is false',
    header: HEADER,
    rows,
  }
}

/** Every face under every other's settings and reference: none may match. */
async function otherMeters(every: number): Promise<Table> {
  const rows: string[][] = []
  let [pairs, accepted, sure] = [0, 0, 0]
  for (const [order, face] of faces.entries()) {
    if (order % every !== 0) continue
    const value = valueAt(face, new Date(Date.UTC(2026, 9, 3, 5)))
    const photo = await decode((await photograph(face, value, conditions(order, 0.3))).jpeg)
    for (const other of faces) {
      if (other === face) continue
      pairs++
      const found = register(photo, await referenceOf(other), readerSettingsOf(other))
      if ('reason' in found) continue
      const result = read(photo, readerSettingsOf(other), models, { reference: await referenceOf(other) })
      accepted++
      if (result.value !== null && result.confidence >= CONFIDENT) sure++
      rows.push([
        face.key,
        other.key,
        found.registration?.toFixed(2) ?? '–',
        `${result.value}`,
        result.confidence.toFixed(2),
      ])
    }
  }
  return {
    title: `Another meter before the camera: ${accepted} of ${pairs} pairs placed, ${sure} read with confidence of 0.9 or more`,
    header: ['meter', 'taken for', 'registration', 'value', 'confidence'],
    rows,
  }
}

/** Median CPU milliseconds of a registration. */
async function speed(): Promise<Table> {
  const face = faces[16]
  if (!face) throw new Error('no face')
  const reference = await referenceOf(face)
  const settings = readerSettingsOf(face)
  const rows: string[][] = []
  for (const [name, how] of [
    ['fixed camera', {}],
    ['phone, tilt 25°', { tilt: 25, tiltTo: 40, rotation: 8, zoom: 0.9 }],
  ] as const) {
    const taken = await photograph(face, valueAt(face, new Date(Date.UTC(2026, 9, 3, 5))), {
      ...plain,
      noise: 3,
      ...how,
    })
    const photo = await decode(taken.jpeg)
    const times: number[] = []
    for (let round = 0; round < 15; round++) {
      // A copy: the reference's features are cached by object.
      const fresh = { ...reference }
      const from = process.cpuUsage()
      register(photo, fresh, settings)
      const { user, system } = process.cpuUsage(from)
      times.push((user + system) / 1000)
    }
    rows.push([name, `${photo.width} × ${photo.height}`, median(times.slice(5)).toFixed(0)])
  }
  return { title: 'Registration, processor time in Node', header: ['view', 'pixels', 'ms'], rows }
}

const parts: Readonly<Record<string, (every: number, folder: string | null) => Promise<Table | null>>> = {
  rendered,
  real: async (every, folder) => (folder === null ? null : real(folder, every)),
  otherMeters,
  speed,
}

/** Error by tilt, rotation and distance; other meters; time. Real pictures only if their folder exists. */
export async function* registration(
  folder: string | null,
  every: number,
  wanted: readonly string[] = Object.keys(parts),
): AsyncGenerator<Table> {
  for (const name of wanted) {
    const table = await parts[name]?.(every, folder)
    if (table) yield table
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  const [every = '1', wanted] = process.argv.slice(2)
  for await (const table of registration(findImages(), Number(every), wanted?.split(',')))
    printTables([table])
}
