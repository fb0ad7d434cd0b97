import { readFile } from 'node:fs/promises'
import {
  conditions,
  faces,
  photograph,
  readerSettingsOf,
  referencePicture,
  valueAt,
} from '../../faces/index.ts'
import { decode, type Picture, type Prior } from '../../reader/node/index.ts'
import type { EngineCase, Material } from './results.ts'

const HOUR = 3_600_000
const taken = Date.UTC(2026, 9, 5, 3)
const steady = conditions(7, 0.25)
const handheld = conditions(11, 0.5)

/**
 * A meter of every category: by a fixed camera with settings and without; hand-held, registered to its
 * reference picture, with earlier readings; one with boost; one with another meter's reference picture.
 */
export async function engineMaterial(): Promise<Material> {
  const pictures: Picture[] = []
  const cases: EngineCase[] = []
  const add = async (jpeg: Buffer) => pictures.push(await decode(jpeg)) - 1

  for (const [category, [face]] of Map.groupBy(faces, ({ category }) => category)) {
    if (!face) continue
    const value = valueAt(face, new Date(taken))
    const settings = readerSettingsOf(face)
    const prior: Prior = {
      readings: [1, 2, 3].map((day) => ({ value: value - day, at: taken - 24 * day * HOUR })),
      at: taken,
      rising: face.behaviour.kind === 'total',
      hourlyRate: 1,
    }
    const still = await add((await photograph(face, value, steady)).jpeg)
    const leaning = await add((await photograph(face, value, handheld)).jpeg)
    const reference = await add(await referencePicture(face))
    const name = `category ${category}`
    cases.push({ name: `${name}, by hand`, settings, picture: leaning, reference, prior })
    if (category === 4) {
      const boosted = { ...settings, boost: true }
      cases.push({
        name: `${name}, with boost`,
        settings: boosted,
        picture: leaning,
        reference: null,
        prior: null,
      })
    }
    // «Special» and «other» have no method of their own.
    if (settings.type === 4 || settings.type === 99) continue
    cases.push(
      { name: `${name}, steady`, settings, picture: still, reference: null, prior: null },
      {
        name: `${name}, nothing known`,
        settings: { ...settings, settings: null, area: null, axis: null, radius: null },
        picture: still,
        reference: null,
        prior: null,
      },
    )
    if (category === 4) cases.push({ name: 'another meter', settings, picture: still, reference: 2, prior })
  }
  return { cases, pictures, files: { digits: await weights('digits'), needles: await weights('needles') } }
}

async function weights(name: string): Promise<ArrayBuffer> {
  const bytes = await readFile(new URL(`../../reader/models/${name}.bin`, import.meta.url))
  return new Uint8Array(bytes).buffer
}
