import { createModels, type ReaderSettings, read } from '../../../reader/core/index.ts'
import { register } from '../../../reader/core/register/register.ts'
import { decode } from '../../../reader/web/decode.ts'
import { uncertainNetwork } from './reader-uncertain-network.ts'

/** JPEGs in base64. */
export interface BenchMeter {
  photograph: string
  reference: string
  settings: ReaderSettings
}

export interface BenchMaterial {
  digits: string
  needles: string
  gauge: BenchMeter
  counter: BenchMeter
  /** Uninformative answers needed to make some of the counter's digits doubtful. */
  doubts: number
}

/** By name; runs on the page, not in a worker, because the browser throttles only pages. */
export type Works = Record<string, () => unknown>

const JPEG = 'image/jpeg'

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer

async function decoded({ photograph, reference, settings }: BenchMeter) {
  return {
    settings,
    picture: await decode(bytesOf(photograph), JPEG),
    reference: await decode(bytesOf(reference), JPEG),
  }
}

async function prepare({ digits, needles, gauge, counter, doubts }: BenchMaterial): Promise<Works> {
  const dial = await decoded(gauge)
  const drums = await decoded(counter)
  const jpeg = bytesOf(gauge.photograph)
  const build = () => createModels({ digits: bytesOf(digits), needles: bytesOf(needles) })
  const models = build()
  const { digits: network } = models
  const input = new Float32Array(network.width * network.height).map((_, at) => Math.sin(at / 5))
  const counted = (answers: number) =>
    read(drums.picture, drums.settings, { ...models, digits: uncertainNetwork(network, answers).network })
  return {
    first: () => read(drums.picture, drums.settings, build()),
    decode: () => decode(jpeg, JPEG),
    sums: () => {
      let sum = 0
      for (let at = 0; at < 8_000_000; at++) sum += input[at % input.length] ?? 0
      return sum
    },
    look: () => network.run(input),
    counter: () => read(drums.picture, drums.settings, models),
    'some doubtful': () => counted(doubts),
    'all doubtful': () => counted(Number.POSITIVE_INFINITY),
    needle: () => read(dial.picture, dial.settings, models),
    registration: () => register(dial.picture, dial.reference, dial.settings),
    'whole gauge': () => read(dial.picture, dial.settings, models, { reference: dial.reference }),
    'whole counter': () => read(drums.picture, drums.settings, models, { reference: drums.reference }),
  }
}

let works: Works = {}

const bench = {
  async prepare(material: BenchMaterial): Promise<void> {
    works = await prepare(material)
  },
  /** Median milliseconds. */
  async run(name: string, rounds: number): Promise<number> {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const from = performance.now()
      await works[name]?.()
      times.push(performance.now() - from)
    }
    return times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN
  },
}

export type Bench = typeof bench

Object.assign(globalThis, { bench })
