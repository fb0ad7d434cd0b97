import {
  type Conditions,
  conditions,
  type Face,
  faces,
  type Photograph,
  photograph,
  readerSettingsOf,
  referencePicture,
  unreadable,
  valueAt,
} from '../../../faces/index.ts'
import { decode, loadModels, type Picture, type ReadResult, read } from '../../../reader/node/index.ts'
import { CONFIDENT, type Outcome, type Section } from './reader-cases.ts'
import { percent, share, type Table } from './reader-score.ts'
import { shareOfAtLeast } from './reader-targets.ts'

const PICTURES = 3
/** Tolerance for needles and columns, as a fraction of the span. */
const TOLERANCE = 0.015

const levels: readonly { name: string; at: (seed: number) => Conditions }[] = [
  { name: 'fixed camera, good', at: (seed) => conditions(seed, 0) },
  { name: 'fixed camera, ordinary', at: (seed) => conditions(seed, 0.3) },
  { name: 'phone in a hurry', at: (seed) => conditions(seed, 0.6) },
  { name: 'phone in a dim corner', at: (seed) => conditions(seed, 1) },
]

export type Verdict = 'right' | 'none' | 'wrong'

/** A photograph of a face, read as in production and without its reference picture. */
interface Shot {
  face: Face
  taken: Photograph
  registered: ReadResult
  alone: ReadResult
}

const models = await loadModels()
const references = new Map<Face, Promise<Picture>>()

export function referenceOf(face: Face): Promise<Picture> {
  const known = references.get(face) ?? referencePicture(face).then(decode)
  references.set(face, known)
  return known
}

async function shoot(face: Face, index: number, how: Conditions): Promise<Shot> {
  const value = valueAt(face, new Date(Date.UTC(2026, 9, 1 + 5 * index, 7 * index)))
  const taken = await photograph(face, value, how)
  const picture = await decode(taken.jpeg)
  const settings = readerSettingsOf(face)
  const reference = await referenceOf(face)
  const registered = read(picture, settings, models, { reference })
  return { face, taken, registered, alone: read(picture, settings, models) }
}

export function verdictOf({ face, taken }: Pick<Shot, 'face' | 'taken'>, { value }: ReadResult): Verdict {
  if (value === null) return 'none'
  const span = face.range ? face.range.end - face.range.start : 0
  const tolerance = face.digits === null ? TOLERANCE * span : 1.01 * 10 ** -face.decimals
  return Math.abs(value - taken.truth.value) <= tolerance ? 'right' : 'wrong'
}

async function shots(at: (seed: number) => Conditions, every: number): Promise<Shot[]> {
  const taken: Shot[] = []
  for (const [order, face] of faces.entries()) {
    if (order % every !== 0) continue
    for (let index = 0; index < PICTURES; index++) {
      taken.push(await shoot(face, index, at(1000 + 17 * index + face.style.seed)))
    }
  }
  return taken
}

const kindOf = ({ face }: Shot) => face.style.kind

/** The demonstration's rendered meters, unseen in training, from every kind of camera. */
export async function renderedFaces(every: number): Promise<Section> {
  const rows: string[][] = []
  const outcomes: Outcome[] = []
  const all: Shot[] = []
  for (const { name, at } of levels) {
    const taken = await shots(at, every)
    for (const [kind, list] of Map.groupBy(taken, kindOf)) {
      const columns = (of: (shot: Shot) => ReadResult) =>
        (['right', 'none', 'wrong'] as const).map((wanted) =>
          percent(share(list, (shot) => verdictOf(shot, of(shot)) === wanted)),
        )
      const registered = columns((shot) => shot.registered)
      rows.push([name, kind, `${list.length}`, ...registered, ...columns((shot) => shot.alone)])
    }
    for (const shot of taken) {
      outcomes.push({
        kind: `rendered ${kindOf(shot)}`,
        confidence: shot.registered.confidence,
        given: shot.registered.value !== null,
        wrong: verdictOf(shot, shot.registered) === 'wrong',
      })
    }
    all.push(...taken)
  }
  const dials = all.filter((shot) => kindOf(shot) === 'round' || kindOf(shot) === 'panel')
  const groups = groupsOf(all.filter((shot) => kindOf(shot) === 'display'))
  return {
    tables: [
      {
        title:
          'Rendered demonstration meters, %: needles and columns within 1.5 % of the span, figures within the last one',
        header: ['conditions', 'kind', 'n', 'right', 'no value', 'wrong', 'right*', 'no value*', 'wrong*'],
        rows,
        texts: 2,
        note: '* without the reference picture: a leaning camera then shifts pins and boxes. The faces are drawn by faces, whose drawing no training uses. The kinds manometer and subdials have no method of their own.',
      },
      {
        title: 'Places of rendered displays in all these conditions, %',
        header: ['place', 'n', 'right', 'not read'],
        rows: groups.map(({ name, list }) => [
          name,
          `${list.length}`,
          percent(share(list, isRight)),
          percent(share(list, ({ seen }) => seen === null || seen === '?')),
        ]),
      },
    ],
    targets: [
      shareOfAtLeast(0.95, {
        what: 'gauge, within 1.5 % of the span',
        of: `${dials.length} rendered, all conditions, with their reference picture`,
        measured: share(dials, (shot) => verdictOf(shot, shot.registered) === 'right'),
      }),
      ...groups.map(({ name, list }) =>
        shareOfAtLeast(name === BLANK ? 0.97 : 0.997, {
          what: `${name} place of a display`,
          of: `${list.length} rendered, all conditions`,
          measured: share(list, isRight),
        }),
      ),
    ],
    outcomes,
  }
}

const BLANK = 'blank'

interface Place {
  shown: string
  seen: string | null
}

const isRight = ({ shown, seen }: Place) => shown === seen

/** Single display digits, blank ones apart. */
function groupsOf(displays: readonly Shot[]): { name: string; list: Place[] }[] {
  const groups = displays.flatMap(({ taken, registered }) =>
    Array.from(
      taken.truth.ocr ?? '',
      (shown, index): Place => ({ shown, seen: registered.ocr?.[index] ?? null }),
    ),
  )
  return [...Map.groupBy(groups, ({ shown }) => (shown === ' ' ? BLANK : 'lit'))].map(([name, list]) => ({
    name,
    list,
  }))
}

/** Unreadable pictures, and pictures of another meter under this one's settings. */
export async function refusals(every: number): Promise<Table[]> {
  const dark = await shots(unreadable, every)
  const foreign = await strangers(every)
  const rows = (list: readonly { kind: string; result: ReadResult }[]) =>
    [...Map.groupBy(list, ({ kind }) => kind)].map(([kind, ofKind]) => [
      kind,
      `${ofKind.length}`,
      percent(share(ofKind, ({ result }) => result.value === null)),
      percent(share(ofKind, ({ result }) => result.value !== null && result.confidence >= CONFIDENT)),
      reasonsOf(ofKind.map(({ result }) => result)),
    ])
  const header = ['kind', 'n', 'no value', 'sure of a value', 'reasons']
  return [
    {
      title: 'Pictures that nobody can read (lens covered, fogged over, night), %',
      header,
      rows: rows(dark.map((shot) => ({ kind: kindOf(shot), result: shot.registered }))),
    },
    {
      title: 'Another meter of the same category before the camera, %',
      header,
      rows: rows(foreign),
    },
  ]
}

async function strangers(every: number): Promise<{ kind: string; result: ReadResult }[]> {
  const results: { kind: string; result: ReadResult }[] = []
  for (const list of Map.groupBy(faces, (face) => face.category).values()) {
    for (const [order, face] of list.entries()) {
      const other = list[(order + 1) % list.length]
      if (!other || other === face || order % every !== 0) continue
      const value = valueAt(other, new Date(Date.UTC(2026, 9, 3, 5)))
      const { jpeg } = await photograph(other, value, conditions(order, 0.2))
      const reference = await referenceOf(face)
      const result = read(await decode(jpeg), readerSettingsOf(face), models, { reference })
      results.push({ kind: face.style.kind, result })
    }
  }
  return results
}

function reasonsOf(results: readonly ReadResult[]): string {
  const reasons = results.flatMap((result) => (result.value === null ? result.reasons : []))
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, list]) => `${reason} ${list.length}`)
    .join(', ')
}
