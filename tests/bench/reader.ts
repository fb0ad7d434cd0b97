/**
 * Benchmark of the reader. `--only digits,faces` runs some parts, `--every 10` takes a tenth of the pictures,
 * `--write` updates the tables in reader/README.md.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { findImages } from '../../reader/training/labelled-pictures.ts'
import { advice } from './reader/reader-advice.ts'
import { blanks } from './reader/reader-blanks.ts'
import { browserTables } from './reader/reader-browser.ts'
import type { Section } from './reader/reader-cases.ts'
import { confidence } from './reader/reader-confidence.ts'
import { counters } from './reader/reader-counters.ts'
import { dials } from './reader/reader-dials.ts'
import { digits } from './reader/reader-digits.ts'
import { refusals, renderedFaces } from './reader/reader-faces.ts'
import { hints } from './reader/reader-hints.ts'
import { gauges, needles } from './reader/reader-needles.ts'
import { type Figures, keepFigures, keptFigures, writeOnPage } from './reader/reader-page.ts'
import { proposals } from './reader/reader-proposals.ts'
import { printTables } from './reader/reader-score.ts'
import { speed } from './reader/reader-speed.ts'
import { targetsTable } from './reader/reader-targets.ts'

const only = (tables: Section['tables']): Section => ({ tables })

/** By name; those that need the labelled pictures are skipped without them. */
const parts: Readonly<Record<string, (every: number, folder: string) => Promise<Section>>> = {
  digits: (every, folder) => digits(folder, every),
  blanks: (every, folder) => blanks(folder, every),
  needles: (every, folder) => needles(folder, every),
  gauges: (_, folder) => gauges(folder),
  counters: (_, folder) => counters(folder),
  dials: (every, folder) => dials(folder || null, every),
  advice: async (_, folder) => only(await advice(folder)),
  faces: (every) => renderedFaces(every),
  refusals: async (every) => only(await refusals(every)),
  proposals: async (every, folder) => only(await proposals(folder || null, every)),
  hints: async (every) => only(await hints(every)),
  speed: async (_, folder) => only(await speed(folder)),
  browser: async () => only(await browserTables()),
}
const pictureless = new Set(['dials', 'faces', 'refusals', 'hints', 'proposals', 'browser'])
/** Inputs of the tables of targets and confidences, which are written once all of these were. */
const summed = ['digits', 'blanks', 'needles', 'gauges', 'counters', 'dials', 'faces']

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
  printTables(section.tables)
  const when = `${name}: ${stamp()}, ${((performance.now() - from) / 1000).toFixed(0)} s`
  console.log(`\n(${when})`)
  ran[name] = section
  if (!given.write) continue
  await writeOnPage(name, section.tables, when)
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
