import { createScale, valueAt } from '../../reader/core/scale.ts'
import { decode, loadModels, type Models, type ReadResult, read } from '../../reader/node/index.ts'
import { seenFrom } from '../../scripts/faces/draw/camera.ts'
import { angleOf } from '../../scripts/faces/draw/needle.ts'
import { steps } from '../../scripts/faces/draw/scale.ts'
import { conditions, type Face, photograph, readerSettingsOf } from '../../scripts/faces/index.ts'
import { panelFaces } from '../../scripts/faces/list/panel.ts'
import { roundFaces } from '../../scripts/faces/list/round.ts'
import { between, randomFrom } from '../../scripts/faces/random.ts'
import type {
  Conditions,
  PanelStyle,
  Pin,
  Point,
  PrintedMark,
  RoundStyle,
} from '../../scripts/faces/types.ts'
import { CONFIDENT, type Outcome, type Section } from './reader-cases.ts'
import { apart, percent, share } from './reader-score.ts'
import { shareOfAtLeast } from './reader-targets.ts'

type Dial = RoundStyle | PanelStyle
type Random = () => number

interface Variant {
  name: string
  style?: (style: Dial, random: Random) => Dial
  how?: (how: Conditions, random: Random) => Conditions
}

/** Pictures of each face and variant. */
const PICTURES = 6
/** As a fraction of the span. */
const TOLERANCE = 0.02
/** In degrees. */
const NEARLY = 2
const INK = ['#141416', '#c2271f', '#2a3f8f', '#d77a1e', '#6a6d70']

const slanting = (how: Conditions, random: Random): Conditions => ({
  ...how,
  tilt: between(random, 20, 42),
  tiltTo: between(random, 0, 360),
})
const hazy = (how: Conditions, random: Random): Conditions => ({ ...how, haze: between(random, 0.55, 0.9) })
const printed = (style: Dial, random: Random): Dial => ({ ...style, marks: marksOn(style, random) })
const thin = (style: Dial, random: Random): Dial => ({
  ...shapedAs(style, 'thread'),
  slender: between(random, 0.35, 0.8),
})
const absent = (style: Dial): Dial => ({ ...style, slender: 0 })
const floating = (style: Dial, random: Random): Dial => ({ ...style, raised: shiftOf(style, random) })

const variants: readonly Variant[] = [
  { name: 'hazy', how: hazy },
  { name: 'printed', style: printed },
  { name: 'slanting', how: slanting },
  { name: 'thin', style: thin },
  { name: 'floating', style: floating },
  {
    name: 'all of them',
    style: (style, random) => floating(thin(printed(style, random), random), random),
    how: (how, random) => ({ ...slanting(how, random), haze: between(random, 0.3, 0.6) }),
  },
  { name: 'absent', style: absent },
  { name: 'absent, printed', style: (style, random) => absent(printed(style, random)) },
]

interface Shot {
  name: string
  /** Fraction of the span; NaN: no value, or no needle. */
  off: number
  /** Degrees between the direction found and the tip's; NaN: no direction, or no needle. */
  turned: number
  result: ReadResult
}

/** Gauges that are hard to read, drawn by code that no training uses, with settings made on the very picture. */
export async function hardGauges(every: number): Promise<Section> {
  const models = await loadModels()
  const shots: Shot[] = []
  for (const [order, face] of [...roundFaces, ...panelFaces].entries()) {
    for (const [which, variant] of variants.entries()) {
      for (let index = 0; index < PICTURES; index += every) {
        const seed = 7919 * order + 131 * which + 17 * index + 5
        shots.push(await shoot(face, variant, seed, models))
      }
    }
  }
  const withNeedle = shots.filter(({ name }) => !name.startsWith('absent'))
  const verdicts = [...Map.groupBy(shots, ({ name }) => name), ['together but absent', withNeedle] as const]
  return {
    tables: [
      {
        title: 'Rendered gauges that are hard to read, each with settings made on its own picture, %',
        header: [
          'needle',
          'n',
          'given and right',
          'no value',
          'refused though right',
          'wrong',
          'sure',
          'sure and wrong',
        ],
        rows: verdicts.map(([name, list]) => {
          const sure = list.filter(({ result }) => result.value !== null && result.confidence >= CONFIDENT)
          return [
            name,
            `${list.length}`,
            percent(share(list, isRight)),
            percent(share(list, ({ result }) => result.value === null)),
            percent(share(list, ({ result, turned }) => result.value === null && turned <= NEARLY)),
            percent(share(list, isWrong)),
            percent(share(list, (shot) => sure.includes(shot))),
            sure.length === 0 ? '–' : percent(share(sure, isWrong)),
          ]
        }),
        note: 'Right: within 2 % of the span of where the tip stands. Refused though right: no value, though the direction found is.',
      },
    ],
    targets: [
      shareOfAtLeast(0.9, {
        what: 'hard gauge, within 2 % of the span',
        of: `${withNeedle.length} rendered: hazy, printed, slanting, thin, floating`,
        measured: share(withNeedle, isRight),
      }),
    ],
    outcomes: shots.map((shot) => ({
      kind: 'rendered hard gauge',
      confidence: shot.result.confidence,
      given: shot.result.value !== null,
      wrong: isWrong(shot),
    })) satisfies Outcome[],
  }
}

const isRight = ({ result, off }: Shot) => result.value !== null && off <= TOLERANCE
const isWrong = (shot: Shot) => shot.result.value !== null && !isRight(shot)

async function shoot(
  face: Face,
  { name, style: alter, how: change }: Variant,
  seed: number,
  models: Models,
): Promise<Shot> {
  const random = randomFrom(seed)
  const plain = withPins(face.style as Dial)
  const style = alter?.(plain, random) ?? plain
  const base = conditions(seed, between(random, 0, 0.8))
  const how = change?.(base, random) ?? base
  const [first = 0, last = 1] = [plain.pins[0]?.[1], plain.pins.at(-1)?.[1]]
  const value = first + (last - first) * between(random, 0.02, 0.98)
  const { jpeg } = await photograph({ ...face, style }, value, how)
  const settings = readerSettingsOf({ ...face, style: plain }, how)
  const result = read(await decode(jpeg), settings, models)
  const shown = tipOf(style, value)
  const see = seenFrom(style.width, style.height, how)
  if (style.slender === 0) return { name, off: Number.NaN, turned: Number.NaN, result }
  const { degree } = result
  const error = result.value === null ? Number.NaN : result.value - valueUnder(plain, shown)
  const off = Math.abs(error / (last - first))
  const turned = degree === null ? Number.NaN : apart(degree, bearing(see(plain.axis), see(shown)), 360)
  return { name, off, turned, result }
}

/** Pins at every numeral: under a leaning camera a scale is no longer even. */
function withPins(style: Dial): Dial {
  const { pins, major } = style
  const [first = 0, last = 1] = [pins[0]?.[1], pins.at(-1)?.[1]]
  const pinsAtNumerals = steps(first, last, major).map((value): Pin => [angleOf(pins, value), value])
  return { ...style, pins: pinsAtNumerals }
}

/** Where the tip stands, in the scene. */
function tipOf({ axis, radius, pins, raised = { x: 0, y: 0 } }: Dial, value: number): Point {
  const way = (angleOf(pins, value) * Math.PI) / 180
  const reach = radius - 16
  return { x: axis.x + raised.x + reach * Math.sin(way), y: axis.y + raised.y - reach * Math.cos(way) }
}

function valueUnder({ axis, pins }: Dial, shown: Point): number {
  const degree = bearing(axis, shown)
  const scale = createScale(pins.map(([angle, value]) => ({ angle: (angle + 360) % 360, value })))
  if (!scale) throw new Error('a face without a scale')
  return valueAt(scale, degree).value
}

const bearing = (from: Point, to: Point): number =>
  ((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI + 360) % 360

const shapedAs = (style: Dial, needle: RoundStyle['needle']): Dial =>
  style.kind === 'round' ? { ...style, needle } : style

/** Up to a twentieth of the radius, as half a centimetre of height seen aslant. */
function shiftOf({ radius }: Dial, random: Random): Point {
  const way = between(random, 0, 2 * Math.PI)
  const far = radius * between(random, 0.02, 0.05)
  return { x: far * Math.cos(way), y: far * Math.sin(way) }
}

/** One to three lines or arrows. */
function marksOn({ pins }: Dial, random: Random): PrintedMark[] {
  const [first = 0, last = 1] = [pins[0]?.[1], pins.at(-1)?.[1]]
  return Array.from({ length: 1 + Math.floor(3 * random()) }, () => ({
    at: first + (last - first) * random(),
    inner: between(random, 0.25, 0.6),
    outer: between(random, 0.8, 0.98),
    width: between(random, 2, 7),
    colour: INK[Math.floor(INK.length * random())] ?? '#141416',
    arrow: random() < 0.4,
  }))
}
