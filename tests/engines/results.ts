import { createModels, type ModelFiles, type Picture, type Prior, read } from '../../reader/core/index.ts'
import * as mathematics from '../../reader/core/math.ts'
import type { Network } from '../../reader/core/network.ts'
import type { ReaderSettings } from '../../reader/core/types.ts'

/** A reading that must be equal in every engine; pictures by index. */
export interface EngineCase {
  name: string
  settings: ReaderSettings
  picture: number
  reference: number | null
  prior: Prior | null
}

export interface Material {
  cases: EngineCase[]
  pictures: Picture[]
  files: ModelFiles
}

/** By name; JSON numbers keep every bit. */
export type Results = Record<string, unknown>

/** Runs in Node and, bundled, in each browser. */
export function resultsOf({ cases, pictures, files }: Material): Results {
  const models = createModels(files)
  const results: Results = {
    mathematics: numbers(),
    'digit network': Array.from(models.digits.run(pattern(models.digits))),
    'needle network': Array.from(models.needles.run(pattern(models.needles))),
  }
  const pictureAt = (index: number): Picture => {
    const picture = pictures[index]
    if (picture === undefined) throw new Error(`there is no picture ${index}`)
    return picture
  }
  for (const { name, settings, picture, reference, prior } of cases) {
    results[name] = read(pictureAt(picture), settings, models, {
      reference: reference === null ? null : pictureAt(reference),
      prior,
    })
  }
  return results
}

/** Each function over a range of uneven arguments. */
function numbers(): Record<string, number[]> {
  const { arctangent2, hypotenuse, power, ...functions } = mathematics
  const range = (from: number, to: number) =>
    Array.from({ length: 200 }, (_, at) => from + ((to - from) * at) / 199.7)
  const all: Record<string, number[]> = {
    arctangent2: range(-9, 9).map((x) => arctangent2(1.3 - x, x)),
    hypotenuse: range(-9, 9).map((x) => hypotenuse(x, 1.1)),
    power: range(0.1, 9).map((x) => power(x, 1.7)),
  }
  for (const [name, own] of Object.entries(functions)) all[name] = range(0.01, 30).map(own)
  return all
}

/** Synthetic input that activates every channel. */
function pattern({ channels, height, width }: Network): Float32Array {
  return Float32Array.from({ length: channels * height * width }, (_, at) => ((at * 7919) % 1013) / 337 - 1.5)
}
