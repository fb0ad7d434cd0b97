/**
 * The reader's figures. `--only digits,faces` runs some parts, `--every 10` takes a tenth of the pictures.
 */
import { parseArgs } from 'node:util'
import { advice } from './reader-advice.ts'
import { browserTables } from './reader-browser.ts'
import type { Outcome } from './reader-cases.ts'
import { confidence } from './reader-confidence.ts'
import { counters } from './reader-counters.ts'
import { digits } from './reader-digits.ts'
import { refusals, renderedFaces } from './reader-faces.ts'
import { findImages } from './reader-images.ts'
import { gauges, needles } from './reader-needles.ts'
import { peers } from './reader-peers.ts'
import { proposals } from './reader-proposals.ts'
import { registration } from './reader-registration.ts'
import { printTables, type Table } from './reader-score.ts'
import { speed } from './reader-speed.ts'

interface Section {
  tables: Iterable<Table> | AsyncIterable<Table>
  /** For the table of confidences at the end. */
  outcomes?: readonly Outcome[]
}

const only = (tables: Section['tables']): Section => ({ tables })

/** Parts by name; those that need the labelled pictures are left out where these are missing. */
const parts: Readonly<Record<string, (every: number, folder: string) => Promise<Section>>> = {
  digits: (every, folder) => digits(folder, every),
  needles: (every, folder) => needles(folder, every),
  gauges: (_, folder) => gauges(folder),
  counters: (_, folder) => counters(folder),
  advice: async (_, folder) => only(await advice(folder)),
  faces: (every) => renderedFaces(every),
  refusals: async (every) => only(await refusals(every)),
  proposals: async (every, folder) => only(await proposals(folder || null, every)),
  registration: async (every, folder) => only(registration(folder || null, every)),
  peers: async (every, folder) => only(await peers(folder, every)),
  speed: async (_, folder) => only(await speed(folder)),
  browser: async () => only(await browserTables()),
}
const pictureless = new Set(['faces', 'refusals', 'registration', 'proposals', 'browser'])

const { values: given } = parseArgs({
  options: { only: { type: 'string' }, every: { type: 'string', default: '1' } },
})
const every = Number(given.every)
const wanted = given.only?.split(',') ?? Object.keys(parts)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0 || !Number.isInteger(every) || every < 1) {
  console.error(`--only takes ${Object.keys(parts).join(', ')}; --every a whole number from 1`)
  process.exit(1)
}

const folder = findImages()
const outcomes: Outcome[] = []
for (const name of wanted) {
  const part = parts[name]
  if (!part || (folder === null && !pictureless.has(name))) continue
  const from = performance.now()
  const section = await part(every, folder ?? '')
  outcomes.push(...(section.outcomes ?? []))
  for await (const table of section.tables) printTables([table])
  console.log(`\n(${name}: ${((performance.now() - from) / 1000).toFixed(0)} s)`)
}
if (outcomes.length > 0) printTables(confidence(outcomes))
