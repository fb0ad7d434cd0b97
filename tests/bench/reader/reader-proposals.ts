import { towardsScene } from '../../../faces/draw/camera.ts'
import {
  conditions,
  type Face,
  faces,
  photograph,
  readerSettingsOf,
  settingsOf,
  valueAt,
} from '../../../faces/index.ts'
import { IDENTITY, invert, project } from '../../../reader/core/register/homography.ts'
import {
  decode,
  loadModels,
  nothingKnown,
  type Picture,
  type Point,
  type Proposal,
  parseArea,
  parseBoxes,
  propose,
  type ReaderSettings,
  type Rectangle,
  read,
} from '../../../reader/node/index.ts'
import { loadPicture, readTable } from '../../../reader/training/labelled-pictures.ts'
import { type Verdict, verdictOf } from './reader-faces.ts'
import { median, percent, share, type Table } from './reader-score.ts'

/** A proposal, and whether all of it fits. */
interface Try {
  group: string
  fits: boolean
  sure: boolean
  /** The reading with the proposed settings. */
  verdict: Verdict
  milliseconds: number
}

/** Minimum confidence of a proposal used for reading. */
const SURE = 0.8
/** Tolerances: the axis as a fraction of the radius, pins in degrees, boxes by overlap. */
const AXIS = 0.03
const PIN = 5
const OVERLAP = 0.6
const PICTURES = 2

const models = await loadModels()

const levels = [
  { name: 'fixed camera, good', severity: 0 },
  { name: 'fixed camera, ordinary', severity: 0.3 },
  { name: 'phone in a hurry', severity: 0.6 },
]

/** Proposals for meters without settings, against the boxes, pins and areas that a person would draw. */
export async function proposals(folder: string | null, every: number): Promise<Table[]> {
  const tries: Try[] = []
  let count = 0
  for (const { name, severity } of levels) {
    for (const face of faces) {
      for (let index = 0; index < PICTURES; index++) {
        if (count++ % every === 0) tries.push(await tryFace(face, name, severity, index))
      }
    }
  }
  if (folder) tries.push(...(await tryCounters(folder, every)))
  const rows = [...Map.groupBy(tries, (one) => one.group)].map(([group, list]) => [
    group,
    `${list.length}`,
    percent(share(list, (one) => one.fits)),
    percent(share(list, (one) => one.sure)),
    percent(share(list, (one) => one.sure && !one.fits)),
    percent(share(list, (one) => one.verdict === 'right')),
    percent(share(list, (one) => one.verdict === 'wrong')),
    median(list.map((one) => one.milliseconds)).toFixed(0),
  ])
  return [
    {
      title: 'Proposals for meters without settings, %',
      header: ['picture', 'n', 'fits', 'sure', 'sure and does not fit', 'read right', 'read wrong', 'ms'],
      rows: rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      note: `Read: without any settings but digits, decimals and range. Fits: the axis within ${100 * AXIS} % of the radius, pins within ${PIN} degrees, each box and area with an overlap (intersection over union) of ${OVERLAP} and more; of a meter with neither dial, figures nor scale: nothing is proposed surely. The number of digits is given. Constants were set while looking at other pictures of these rendered meters.`,
    },
  ]
}

async function tryFace(face: Face, level: string, severity: number, index: number): Promise<Try> {
  const how = conditions(7000 + 17 * index + face.style.seed, severity)
  const value = valueAt(face, new Date(Date.UTC(2026, 8, 3 + 5 * index, 7 * index)))
  const taken = await photograph(face, value, how)
  const picture = await decode(taken.jpeg)
  const { width, height } = picture
  const towardsPicture = invert(towardsScene(width, height, how)) ?? IDENTITY
  const seen = ({ x, y }: Point): Point => {
    const at = project(towardsPicture, x * width, y * height)
    return { x: at.x / width, y: at.y / height }
  }
  const { proposal, milliseconds } = timed(picture, readerSettingsOf(face))
  const sure = proposal.confidence >= SURE
  const fits = fitsFace(face, proposal, picture, seen) ?? !sure
  const verdict = verdictOf({ face, taken }, read(picture, unset(readerSettingsOf(face)), models))
  return { group: `rendered ${face.style.kind}, ${level}`, fits, sure, verdict, milliseconds }
}

function unset(settings: ReaderSettings): ReaderSettings {
  return { ...settings, settings: null, area: null, axis: null, radius: null }
}

/** CPU time: the machine may be busy otherwise. */
function timed(picture: Picture, { type, digitNumber, range }: ReaderSettings) {
  const from = process.cpuUsage()
  const proposal = propose(picture, { type, area: null, digitNumber, range }, models)
  const { user, system } = process.cpuUsage(from)
  return { proposal, milliseconds: (user + system) / 1000 }
}

/** Null: nothing to propose. */
function fitsFace(
  { style, ...face }: Face,
  proposal: Proposal,
  picture: Picture,
  seen: (point: Point) => Point,
): boolean | null {
  const { settings, area } = settingsOf({ style, ...face })
  if (style.kind === 'round' || style.kind === 'panel') {
    const { width, height } = style
    const at = (degree: number, radius: number) => {
      const angle = (degree * Math.PI) / 180
      return seen({
        x: (style.axis.x + radius * Math.sin(angle)) / width,
        y: (style.axis.y - radius * Math.cos(angle)) / height,
      })
    }
    const axis = at(0, 0)
    const ends = [style.pins[0]?.[0] ?? 0, style.pins.at(-1)?.[0] ?? 0].map((degree) =>
      at(degree, style.radius),
    )
    const { axis: found } = proposal
    if (!found) return false
    return (
      distance(picture, found, axis) <= AXIS * style.radius &&
      ends.every((end, index) => {
        const pin = proposal.pins[index]?.point ?? found
        const turn = Math.abs(direction(picture, found, pin) - direction(picture, axis, end)) % 360
        return Math.min(turn, 360 - turn) <= PIN
      })
    )
  }
  if (settings)
    return fitBoxes(
      boxesOf(settings).map((box) => moved(box, seen)),
      proposal.boxes,
    )
  const parsed = area === null ? null : parseArea(area)
  if (!parsed?.ok) return null
  return proposal.area !== null && overlap(moved(parsed.value, seen), proposal.area) >= OVERLAP
}

function boxesOf(settings: string): Rectangle[] {
  const parsed = parseBoxes(settings)
  return parsed.ok ? parsed.value : []
}

/** Real counters and displays, each cropped to its digits, and two whole water meters. */
async function tryCounters(folder: string, every: number): Promise<Try[]> {
  const tries: Try[] = []
  for (const [index, row] of (await readTable(folder, 'counters.csv')).entries()) {
    const { file = '', kind, rectangles = '' } = row
    if (index % every !== 0) continue
    const picture = await loadPicture(folder, file)
    const settings: ReaderSettings = {
      ...nothingKnown(kind === 'counter' ? 3 : 2),
      digitNumber: Number(row['digits']),
      decimalPoint: Number(row['decimals']),
    }
    const { proposal, milliseconds } = timed(picture, settings)
    const { value } = read(picture, settings, models)
    const near =
      value !== null && Math.abs(value - Number(row['value'])) <= 1.01 * 10 ** -Number(row['decimals'])
    tries.push({
      group: file.startsWith('whole/') ? 'real, whole water meter' : `real, ${kind} alone`,
      fits: fitBoxes(boxesOf(rectangles), proposal.boxes),
      sure: proposal.confidence >= SURE,
      verdict: value === null ? 'none' : near ? 'right' : 'wrong',
      milliseconds,
    })
  }
  return tries
}

function fitBoxes(right: readonly Rectangle[], found: readonly Rectangle[]): boolean {
  return (
    right.length === found.length &&
    right.every((box, index) => {
      const other = found[index]
      return other !== undefined && overlap(box, other) >= OVERLAP
    })
  )
}

/** Bounding box of a mapped rectangle. */
function moved({ x1, y1, x2, y2 }: Rectangle, seen: (point: Point) => Point): Rectangle {
  const [a, b, c, d] = [
    seen({ x: x1, y: y1 }),
    seen({ x: x2, y: y1 }),
    seen({ x: x2, y: y2 }),
    seen({ x: x1, y: y2 }),
  ]
  return { x1: (a.x + d.x) / 2, y1: (a.y + b.y) / 2, x2: (b.x + c.x) / 2, y2: (c.y + d.y) / 2 }
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1))
  const height = Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1))
  const size = ({ x1, y1, x2, y2 }: Rectangle) => (x2 - x1) * (y2 - y1)
  return (width * height) / (size(a) + size(b) - width * height)
}

function distance({ width, height }: Picture, a: Point, b: Point): number {
  return Math.hypot((a.x - b.x) * width, (a.y - b.y) * height)
}

function direction({ width, height }: Picture, from: Point, to: Point): number {
  return (Math.atan2((to.x - from.x) * width, (from.y - to.y) * height) * 180) / Math.PI
}
