/**
 * Calibrates the digit network: every photograph is read by the network that has not seen its meter. Prints
 * the accuracy by probability, the source of the pairs in reader/core/confidence.ts, and the confidence in
 * unreadable pictures.
 *
 * node reader/training/digits/calibrate.ts
 */

import { type DigitKind, readDigit } from '../../core/digits.ts'
import { greyOf } from '../../core/resample.ts'
import { modelsWithout } from '../held-out-models.ts'
import { findImages, loadPicture, type Row, readTable } from '../labelled-pictures.ts'
import { spoiled, surfaces } from './degrade.ts'

interface ViewResult {
  kind: DigitKind
  /** Of the first hypothesis. */
  weight: number
  confidence: number
  wrong: boolean
}

const WHOLE = { x1: 0, y1: 0, x2: 1, y2: 1 }
/** Maximum error of a right position. */
const HALF = 0.5
const CLEAR = 0.2001
const EDGES = [0, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.01]
const SURE = 0.9
/** Every n-th photograph is also degraded. */
const SPOIL_EVERY = 25

const folder = findImages()
if (folder === null) process.exit(1)
const looks: ViewResult[] = []
const spoils = new Map<string, { count: number; sure: number; wrong: number }>()
for (const [index, row] of (await readTable(folder, 'digits.csv')).entries()) {
  const label = Number(row['label'])
  if (Number.isNaN(label)) continue
  const { models } = await modelsWithout(row['meter'] ?? '')
  const kind = row['kind'] === 'drum' ? 'drum' : 'display'
  const cut = greyOf(await loadPicture(folder, row['file'] ?? ''), WHOLE)
  const digit = readDigit(models.digits, cut, kind)
  looks.push({
    kind,
    weight: digit.hypotheses[0].weight,
    confidence: digit.confidence,
    wrong: isWrong(row, digit.hypotheses[0].position),
  })
  if (index % SPOIL_EVERY > 0) continue
  for (const [way, picture] of spoiled(cut)) {
    const seen = readDigit(models.digits, picture, kind)
    note(way, seen.confidence >= SURE, isWrong(row, seen.hypotheses[0].position))
  }
}
for (const cut of await surfaces(folder)) {
  const { models } = await modelsWithout('')
  for (const kind of ['drum', 'display'] as const) {
    const { confidence, hypotheses } = readDigit(models.digits, cut, kind)
    note(`no digit, read as a ${kind}`, confidence >= SURE, hypotheses[0].shown === 'digit')
  }
}

for (const kind of ['drum', 'display'] as const) {
  const some = looks.filter((look) => look.kind === kind)
  process.stdout.write(`${kind}: probability, looks, right %\n`)
  for (const [index, from] of EDGES.slice(0, -1).entries()) {
    const to = EDGES[index + 1] ?? 1
    const inside = some.filter(({ weight }) => weight >= from && weight < to)
    const right = inside.filter(({ wrong }) => !wrong).length
    const share = ((100 * right) / Math.max(1, inside.length)).toFixed(2)
    process.stdout.write(`  ${from} to ${Math.min(1, to)}: ${inside.length}, ${share}\n`)
  }
  const sure = some.filter(({ confidence }) => confidence >= SURE)
  const wrong = sure.filter((look) => look.wrong).length
  process.stdout.write(`  of ${some.length} sure: ${sure.length}, of these wrong: ${wrong}\n`)
}
for (const [way, { count, sure, wrong }] of spoils) {
  process.stdout.write(`${way}: ${count}, sure ${sure}, of these wrong ${wrong}\n`)
}

function isWrong(row: Row, position: number | null): boolean {
  if (position === null) return true
  const label = Number(row['label'])
  const off = Math.abs(position - label) % 10
  if (Math.min(off, 10 - off) > HALF) return true
  const clear = row['kind'] !== 'drum' || Math.abs(label - Math.round(label)) <= CLEAR
  return clear && Math.round(position) % 10 !== Math.round(label) % 10
}

function note(way: string, sure: boolean, wrong: boolean): void {
  const entry = spoils.get(way) ?? { count: 0, sure: 0, wrong: 0 }
  entry.count++
  if (sure) entry.sure++
  if (sure && wrong) entry.wrong++
  spoils.set(way, entry)
}
