import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createModels } from '../core/models.ts'
import { loadModels, type Models } from '../node/index.ts'
import split from './digits/split.json' with { type: 'json' }

const folder = new URL('./folds/', import.meta.url)
const shipped = new URL('../models/', import.meta.url)

const families = new Map(
  split.flatMap(({ family, fold, groups }) => groups.map((group) => [group, { family, fold }] as const)),
)

/** Composites of counters.csv cut from meters of digits.csv under another name. */
const alias: Readonly<Record<string, string>> = { 'gas-gmt': 'iotson-24x43', emeter1: 'iotson-24x44' }

/** Source groups that may show the same meter share a name. */
export function familyOf(meter: string): string {
  return dialOf(meter) ?? families.get(alias[meter] ?? meter)?.family ?? meter
}

/** `needle-B` and `needle-Bx` are of one kind, left out of training together. */
const dialOf = (meter: string): string | undefined => /^needle-([A-Z])/.exec(meter)?.[1]

interface HeldOutModels {
  models: Models
  /** False: no such network; the shipped one, which has seen the meter, reads instead. */
  unseen: boolean
}

const built = new Map<string, Promise<HeldOutModels>>()

/** The networks trained without a meter of digits.csv, counters.csv or needles.csv. */
export function modelsWithout(meter: string): Promise<HeldOutModels> {
  const dial = dialOf(meter)
  const fold = families.get(alias[meter] ?? meter)?.fold
  const name = dial ? `needles-${dial}` : fold === undefined ? null : `digits-${fold}`
  const key = name ?? ''
  const models = built.get(key) ?? build(name)
  built.set(key, models)
  return models
}

async function build(name: string | null): Promise<HeldOutModels> {
  const weights = name === null ? null : new URL(`${name}.bin`, folder)
  if (name === null || weights === null || !existsSync(weights)) {
    return { models: await loadModels(), unseen: false }
  }
  const [own, digits, needles] = await Promise.all(
    [weights, new URL('digits.bin', shipped), new URL('needles.bin', shipped)].map(load),
  )
  if (!own || !digits || !needles) throw new Error('the shipped weights are not there')
  const files = name.startsWith('digits') ? { digits: own, needles } : { digits, needles: own }
  return { models: createModels(files), unseen: true }
}

async function load(file: URL): Promise<ArrayBuffer> {
  return new Uint8Array(await readFile(file)).buffer
}
