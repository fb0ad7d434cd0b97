import { conditions, dialled, type Face, photograph, readerSettingsOf } from '../../../faces/index.ts'
import { between, randomFrom } from '../../../faces/random.ts'
import type { Conditions, SmallDial } from '../../../faces/types.ts'
import {
  type CounterDial,
  decode,
  loadModels,
  nothingKnown,
  type Picture,
  parseBoxes,
  printCounter,
  type ReadResult,
  read,
} from '../../../reader/node/index.ts'
import { loadPicture, readTable } from '../../../reader/training/labelled-pictures.ts'
import { CONFIDENT, type Outcome, type Section } from './reader-cases.ts'
import { referenceOf } from './reader-faces.ts'
import { mean, percent, share } from './reader-score.ts'
import { shareOfAtLeast } from './reader-targets.ts'

/** Pictures of each meter under each kind of conditions. */
const PICTURES = 10
/** Degrees by which a pointer may be fixed askew, and by which one is that contradicts its neighbour. */
const PLAY = 5
const ASKEW = { least: 13, most: 23 }

type Random = () => number

const kinds: readonly { name: string; how: (how: Conditions, random: Random) => Conditions }[] = [
  { name: 'good', how: (how) => how },
  { name: 'hazy', how: (how, random) => ({ ...how, haze: between(random, 0.4, 0.75) }) },
  {
    name: 'slanting',
    how: (how, random) => ({ ...how, tilt: between(random, 15, 30), tiltTo: between(random, 0, 360) }),
  },
  {
    name: 'dark',
    how: (how, random) => ({ ...how, light: between(random, 0.3, 0.5), noise: between(random, 3, 7) }),
  },
]

interface Shot {
  name: string
  dials: number
  /** In units of the finest dial. */
  off: number
  result: ReadResult
}

const meters = [1, 2, 3, 4].flatMap((dials) =>
  [false, true].map((late) => ({ dials, late, random: randomFrom(977 * dials + (late ? 31 : 7)) })),
)

/** Water meters with one to four dials beside their drums, whose pointers stand a little askew. */
function meterOf(dials: number, late: boolean, random: Random): Face {
  const look = { late, drum: late ? ('black' as const) : ('white' as const) }
  const face = dialled(`${dials} ${late}`, 4 + (dials % 3), dials < 3 ? 3 - dials : 0, dials, look)
  return turned(face, () => between(random, -PLAY, PLAY))
}

function turned(face: Face, by: (dial: SmallDial, index: number) => number): Face {
  const { style } = face
  if (style.kind !== 'counter') throw new Error('dials belong to a counter')
  const dials = (style.dials ?? []).map((dial, index) => ({
    ...dial,
    off: (dial.off ?? 0) + by(dial, index),
  }))
  return { ...face, style: { ...style, dials } }
}

async function shoot(
  face: Face,
  dials: number,
  name: string,
  how: Conditions,
  random: Random,
): Promise<Shot> {
  const models = await loadModels()
  const unit = 10 ** face.decimals
  // The finest dial is the last word: what it shows is true, and it stands clear of its figures.
  const value = (Math.floor(random() * 10 ** (face.digits ?? 0)) + between(random, 0.2, 0.8)) / unit
  const taken = await photograph(face, value, how)
  const reference = await referenceOf(face)
  const result = read(await decode(taken.jpeg), readerSettingsOf(face), models, { reference })
  const off = result.value === null ? Number.NaN : Math.abs(result.value - taken.truth.value) * unit
  return { name, dials, off, result }
}

const given = ({ result }: Shot) => result.value !== null
const sure = (shot: Shot) => given(shot) && shot.result.confidence >= CONFIDENT
const exact = ({ off }: Shot) => off < 0.5
const near = ({ off }: Shot) => off < 1.5
const wrong = (shot: Shot) => given(shot) && !near(shot)

function row(list: readonly Shot[]): string[] {
  return [
    `${list.length}`,
    ...[
      exact,
      near,
      wrong,
      (shot: Shot) => !given(shot),
      sure,
      (shot: Shot) => sure(shot) && wrong(shot),
    ].map((which) => percent(share(list, which))),
  ]
}

const header = ['n', 'right', 'within one of the last figure', 'wrong', 'no value', 'sure', 'sure and wrong']

/** The two water meters on whole photographs, by what the notes of their labels say. */
const photographed: Readonly<Record<string, number>> = {
  'jomjol-water-1': 453.0124,
  'jomjol-water-2': 16.3139,
}

async function photographs(folder: string): Promise<string[][]> {
  const labelled = await readTable(folder, 'gauges.csv')
  const counters = await readTable(folder, 'counters.csv')
  const rows: string[][] = []
  for (const { meter = '', file = '', rectangles = '' } of counters) {
    const shown = photographed[meter]
    const boxes = parseBoxes(rectangles)
    if (shown === undefined || !boxes.ok) continue
    const picture = await loadPicture(folder, file)
    const small = labelled.filter((dial) => dial['file'] === file).map((dial) => dialOf(dial, picture))
    const settings = printCounter({ boxes: boxes.value, dials: small })
    const { value, confidence, reasons } = read(picture, { ...nothingKnown(3), settings }, await loadModels())
    rows.push([meter, `${shown}`, `${value ?? '–'}`, confidence.toFixed(3), reasons.join(', ')])
  }
  return rows
}

function dialOf(row: Record<string, string>, { width, height }: Picture): CounterDial {
  const centre = { x: Number(row['axis_x']), y: Number(row['axis_y']) }
  const reaches = (row['pins'] ?? '').split(';').map((pin) => {
    const [x = 0, y = 0] = pin.split(' ').map(Number)
    return Math.hypot((x - centre.x) * width, (y - centre.y) * height) / width
  })
  const multiplier = Number((row['unit'] ?? '').replace('x', ''))
  return { centre, radius: mean(reaches), multiplier, zero: 0, clockwise: true }
}

/** Counters with dials, drawn by code that no training uses, read with their reference picture. */
export async function dials(folder: string | null, every: number): Promise<Section> {
  const shots: Shot[] = []
  const askew: Shot[] = []
  for (const [order, { dials: count, late, random }] of meters.entries()) {
    const face = meterOf(count, late, random)
    for (const { name, how } of kinds) {
      for (let index = 0; index < PICTURES; index += every) {
        const taken = how(conditions(9000 + 97 * order + index, 0.3), random)
        shots.push(await shoot(face, count, name, taken, random))
      }
    }
    if (count === 1) continue
    for (let index = 0; index < PICTURES; index += every) {
      const at = Math.floor(random() * (count - 1))
      const by = between(random, ASKEW.least, ASKEW.most) * (random() < 0.5 ? -1 : 1)
      const odd = turned(face, (_, which) => (which === at ? by : 0))
      askew.push(await shoot(odd, count, 'askew', conditions(7000 + 97 * order + index, 0.3), random))
    }
  }
  return {
    tables: [
      {
        title: 'Rendered water meters with dials beside their drums, with their reference picture, %',
        header: ['pictures', ...header],
        rows: [
          ...[...Map.groupBy(shots, ({ name }) => name)].map(([name, list]) => [name, ...row(list)]),
          ...[...Map.groupBy(shots, ({ dials }) => dials)].map(([count, list]) => [
            count === 1 ? '1 dial' : `${count} dials`,
            ...row(list),
          ]),
          ['together', ...row(shots)],
          ['one pointer contradicts its neighbour', ...row(askew)],
        ],
        note: `Pointers stand up to ${PLAY}° askew, and the one that contradicts ${ASKEW.least}° to ${ASKEW.most}° more. The last drum of every second meter moves only while its dial goes from 9 to 0. Wrong: off by more than one of the last figure.`,
      },
      ...(folder === null
        ? []
        : [
            {
              title: 'Two photographed water meters with five drums and four dials each',
              header: ['meter', 'shows', 'read', 'confidence', 'reasons'],
              rows: await photographs(folder),
              note: 'The last drum of the first lags: it stands at 2.6, the dial ×0.1 has just passed 0. Read by the shipped networks; pictures of the same contributor are among those of the training.',
            },
          ]),
    ],
    targets: [
      shareOfAtLeast(0.95, {
        what: 'counter with dials, to one of the last figure',
        of: `${shots.length} rendered: good, hazy, slanting, dark`,
        measured: share(shots, near),
      }),
    ],
    outcomes: shots.map((shot) => ({
      kind: 'rendered counter with dials',
      confidence: shot.result.confidence,
      given: given(shot),
      wrong: wrong(shot),
    })) satisfies Outcome[],
  }
}
