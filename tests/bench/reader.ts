/**
 * Benchmark of the reader. `--only digits,faces` runs some parts, `--every 10` takes a tenth of the pictures,
 * `--write` updates the tables in reader/README.md.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { advice } from './reader-advice.ts'
import { blanks } from './reader-blanks.ts'
import { browserTables } from './reader-browser.ts'
import type { Section } from './reader-cases.ts'
import { confidence } from './reader-confidence.ts'
import { counters } from './reader-counters.ts'
import { dials } from './reader-dials.ts'
import { digits } from './reader-digits.ts'
import { refusals, renderedFaces } from './reader-faces.ts'
import { hardGauges } from './reader-hard-gauges.ts'
import { hints } from './reader-hints.ts'
import { findImages } from './reader-images.ts'
import { gauges, needles } from './reader-needles.ts'
import { type Figures, keepFigures, keptFigures, writeOnPage } from './reader-page.ts'
import { proposals } from './reader-proposals.ts'
import { registration } from './reader-registration.ts'
import { printTables, type Table } from './reader-score.ts'
import { speed } from './reader-speed.ts'
import { targetsTable } from './reader-targets.ts'
import { tesseract } from './reader-tesseract.ts'

const only = (tables: Section['tables']): Section => ({ tables })

/** By name; those that need the labelled pictures are skipped without them. */
const parts: Readonly<Record<string, (every: number, folder: string) => Promise<Section>>> = {
  digits: (every, folder) => digits(folder, every),
  blanks: (every, folder) => blanks(folder, every),
  needles: (every, folder) => needles(folder, every),
  gauges: (_, folder) => gauges(folder),
  'hard-gauges': (every) => hardGauges(every),
  counters: (_, folder) => counters(folder),
  dials: (every, folder) => dials(folder || null, every),
  advice: async (_, folder) => only(await advice(folder)),
  faces: (every) => renderedFaces(every),
  refusals: async (every) => only(await refusals(every)),
  proposals: async (every, folder) => only(await proposals(folder || null, every)),
  registration: async (every, folder) => only(registration(folder || null, every)),
  hints: async (every) => only(await hints(every)),
  peers: async (every, folder) => only(await tesseract(folder, every)),
  speed: async (_, folder) => only(await speed(folder)),
  browser: async () => only(await browserTables()),
}
const pictureless = new Set([
  'hard-gauges',
  'dials',
  'faces',
  'refusals',
  'registration',
  'hints',
  'proposals',
  'browser',
])
/** Inputs of the tables of targets and confidences, which are written once all of these were. */
const summed = ['digits', 'blanks', 'needles', 'gauges', 'hard-gauges', 'counters', 'dials', 'faces']

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})
const every = Number(given.every)
const wanted = given.only?.split(',') ?? Object.keys(parts)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0 || !Number.isInteger(every) || every < 1) {
  console.error(`--only takes ${Object.keys(parts).join(', ')}; --every a whole number from 1`)
  process.exit(1)
}

const folder = findImages()
const ran: Figures = {}
for (const name of wanted) {
  const part = parts[name]
  if (!part || (folder === null && !pictureless.has(name))) continue
  const from = performance.now()
  const section = await part(every, folder ?? '')
  const tables: Table[] = []
  for await (const table of section.tables) {
    printTables([table])
    tables.push(table)
  }
  const when = `${name}: ${stamp()}, ${((performance.now() - from) / 1000).toFixed(0)} s`
  console.log(`\n(${when})`)
  ran[name] = section
  if (!given.write) continue
  await writeOnPage(name, tables, when)
  await keepFigures(name, section)
}
const figures = given.write ? await keptFigures() : ran
const sections = summed.flatMap((name) => figures[name] ?? [])
const outcomes = sections.flatMap((section) => section.outcomes ?? [])
const targets = sections.flatMap((section) => section.targets ?? [])
const sums = { confidence: confidence(outcomes), targets: [targetsTable(targets)] }
for (const [name, tables] of Object.entries(sums)) {
  if (!summed.some((part) => part in ran)) break
  printTables(tables)
  if (given.write && sections.length === summed.length)
    await writeOnPage(name, tables, 'from the tables of their own parts')
}

/** Date, subject and load of the machine. */
function stamp(): string {
  const time = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const part = every === 1 ? 'all pictures' : `one picture in ${every}`
  return `${time} UTC, ${part}, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
}
