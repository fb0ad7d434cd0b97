import { type CategoryType, readPicture } from '../../reader/node/index.ts'
import {
  type Conditions,
  conditions,
  type Face,
  faces,
  photograph,
  settingsOf,
  unreadable,
  valueAt,
} from '../../scripts/faces/index.ts'
import { percent, printTable, share } from './reader-score.ts'

/** Category types by the master list's ids. */
const TYPES: Readonly<Record<Face['category'], CategoryType>> = {
  1: 0,
  2: 1,
  3: 2,
  4: 3,
  5: 5,
  6: 6,
  7: 4,
  8: 99,
  9: 7,
}

const PICTURES = 3
/** Share of the span within which a needle or column is right. */
const TOLERANCE = 0.015

const levels: readonly { name: string; at: (seed: number) => Conditions }[] = [
  { name: 'fixed camera, good', at: (seed) => conditions(seed, 0) },
  { name: 'fixed camera, ordinary', at: (seed) => conditions(seed, 0.3) },
  { name: 'phone in a hurry', at: (seed) => conditions(seed, 0.6) },
  { name: 'unreadable', at: unreadable },
]

async function outcome(face: Face, index: number, taken: Conditions): Promise<'right' | 'none' | 'wrong'> {
  const value = valueAt(face, new Date(Date.UTC(2026, 9, 1 + 5 * index, 7 * index)))
  const { jpeg, truth } = await photograph(face, value, taken)
  const result = await readPicture(jpeg, {
    type: TYPES[face.category],
    ...settingsOf(face),
    digitNumber: face.digits,
    decimalPoint: face.decimals,
    range: face.range,
  })
  if (result.value === null) return 'none'
  const span = face.range ? face.range.end - face.range.start : 0
  const tolerance = face.digits === null ? TOLERANCE * span : 1.01 * 10 ** -face.decimals
  return Math.abs(result.value - truth.value) <= tolerance ? 'right' : 'wrong'
}

/**
 * The rendered meters of the demonstration that the reader supports, in four conditions, none of them registered to
 * a reference picture: a leaning camera shifts needles as it would without registration.
 */
export async function renderedFaces(): Promise<void> {
  const rows: string[][] = []
  const kinds = Map.groupBy(
    faces.filter((face) => TYPES[face.category] !== 4 && TYPES[face.category] !== 99),
    (face) => face.style.kind,
  )
  for (const level of levels) {
    for (const [kind, list] of kinds) {
      const outcomes: string[] = []
      for (const face of list) {
        for (let index = 0; index < PICTURES; index++) {
          outcomes.push(await outcome(face, index, level.at(1000 + 17 * index + face.style.seed)))
        }
      }
      const shares = ['right', 'none', 'wrong'].map((wanted) =>
        percent(share(outcomes, (one) => one === wanted)),
      )
      rows.push([level.name, kind, `${outcomes.length}`, ...shares])
    }
  }
  printTable(
    'Rendered demonstration meters, %: needles and columns within 1.5 % of the span, figures within the last one.',
    ['conditions', 'kind', 'n', 'right', 'no value', 'wrong'],
    rows,
  )
}
