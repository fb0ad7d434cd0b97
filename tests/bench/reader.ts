import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readDigit } from '../../reader/core/digits.ts'
import { greyOf } from '../../reader/core/resample.ts'
import {
  loadModels,
  type Picture,
  type ReaderSettings,
  type ReadResult,
  read,
} from '../../reader/node/index.ts'
import { renderedFaces } from './reader-faces.ts'
import { findImages, loadPicture, type Row, readTable } from './reader-images.ts'
import { apart, byMeter, mean, median, percent, printTable, share } from './reader-score.ts'

const models = await loadModels()

const nothing: ReaderSettings = {
  type: 3,
  settings: null,
  area: null,
  axis: null,
  radius: null,
  digitNumber: null,
  decimalPoint: null,
  range: null,
}

const whole = { x1: 0, y1: 0, x2: 1, y2: 1 }
const SURE = 0.9
const NEAR = 0.2001
const WHOLE_CIRCLE = '0:0,90:2.5,180:5,270:7.5,0:10'

interface DigitCase {
  meter: string
  kind: string
  label: number
  /** 0 ≤ position < 10; of a drum also between two digits, which a counter’s value does not say. */
  position: number | null
  result: ReadResult
}

async function digits(folder: string): Promise<void> {
  const cases: DigitCase[] = []
  for (const row of await readTable(folder, 'digits.csv')) {
    const label = Number(row['label'])
    if (row['split'] !== 'val' || Number.isNaN(label)) continue
    const kind = row['kind'] ?? ''
    const type = kind === 'drum' ? 3 : kind === 'seg' ? 2 : 7
    const picture = await loadPicture(folder, row['file'] ?? '')
    const result = read(picture, { ...nothing, type, settings: '0@0:1@1' }, models)
    const drum = kind === 'drum' && result.value !== null
    const position = drum ? readDigit(models.digits, greyOf(picture, whole), 'drum').position : result.value
    cases.push({ meter: row['meter'] ?? '', kind, label, position, result })
  }
  const clear = ({ kind, label }: DigitCase) => kind !== 'drum' || apart(label, Math.round(label), 10) <= NEAR
  const off = ({ label, position }: DigitCase) => (position === null ? 5 : apart(position, label, 10))
  const right = ({ label, position }: DigitCase) =>
    position !== null && Math.round(position) % 10 === Math.round(label) % 10
  const sure = ({ result }: DigitCase) => result.confidence >= SURE
  const figures = byMeter(cases).map(([meter, list]) => ({
    kind: list[0]?.kind ?? '',
    meter,
    count: list.length,
    shares: [
      share(list.filter(clear), right),
      share(list, (one) => off(one) <= NEAR),
      share(list, sure),
      share(list, (one) => sure(one) && off(one) > 0.5),
      share(list, (one) => one.position === null),
    ],
  }))
  const rows = figures.map(({ kind, meter, count, shares }) => [
    kind,
    meter,
    `${count}`,
    ...shares.map(percent),
  ])
  for (const [kind, list] of Map.groupBy(figures, (figure) => figure.kind)) {
    const shares = [0, 1, 2, 3, 4].map((column) =>
      percent(mean(list.map((one) => one.shares[column] ?? Number.NaN))),
    )
    rows.push([kind, `mean of ${list.length} meters`, '', ...shares])
  }
  printTable(
    'Digits of the val split, %. NOT unseen meters: the weights were trained on train and val together.',
    ['kind', 'meter', 'n', 'clear right', 'within 0.2', 'sure', 'sure and wrong', 'no value'],
    rows,
  )
}

function dialSettings(row: Row, settings: string): ReaderSettings {
  const axis = { x: Number(row['axis_x']), y: Number(row['axis_y']) }
  return { ...nothing, type: 0, settings, axis, radius: Number(row['radius']) }
}

async function needles(folder: string): Promise<void> {
  const cases: { meter: string; split: string; off: number; result: ReadResult }[] = []
  for (const row of await readTable(folder, 'needles.csv')) {
    const picture = await loadPicture(folder, row['file'] ?? '')
    const result = read(picture, dialSettings(row, WHOLE_CIRCLE), models)
    const off = result.degree === null ? 180 : apart(result.degree, Number(row['degree']), 360)
    cases.push({ meter: row['meter'] ?? '', split: row['split'] ?? '', off, result })
  }
  printTable(
    'Small dials, degrees (labels step by 3.6). No training; constants were set while looking at these meters.',
    ['meter', 'split', 'n', 'mean', 'median', 'over 10, %', 'no value, %', 'value given and over 10, %'],
    byMeter(cases).map(([meter, list]) => [
      meter,
      list[0]?.split ?? '',
      `${list.length}`,
      mean(list.map((one) => one.off)).toFixed(2),
      median(list.map((one) => one.off)).toFixed(2),
      percent(share(list, (one) => one.off > 10)),
      percent(share(list, (one) => one.result.value === null)),
      percent(share(list, (one) => one.result.value !== null && one.off > 10)),
    ]),
  )
}

/** Mean distance from axis to pins as a ratio of the width; the table gives the pins only. */
function radiusOf(row: Row, picture: Picture): number {
  const pins = (row['pins'] ?? '').split(';').map((pin) => pin.split(' ').map(Number))
  const distances = pins.map(([x = 0, y = 0]) =>
    Math.hypot(x - Number(row['axis_x']), ((y - Number(row['axis_y'])) * picture.height) / picture.width),
  )
  return mean(distances)
}

async function gauges(folder: string): Promise<void> {
  const rows: string[][] = []
  for (const row of await readTable(folder, 'gauges.csv')) {
    const picture = await loadPicture(folder, row['file'] ?? '')
    const settings = dialSettings({ ...row, radius: String(radiusOf(row, picture)) }, row['settings'] ?? '')
    const result = read(picture, settings, models)
    const span = Number(row['span'])
    rows.push([
      row['meter'] ?? '',
      row['degree'] ?? '',
      `${result.degree}`,
      row['value'] ?? '',
      `${result.value}`,
      result.value === null ? '–' : percent(apart(result.value, Number(row['value']), span) / span),
      `${result.confidence}`,
    ])
  }
  printTable(
    'Dials on whole photographs (hand-labelled, about ±3 degrees)',
    ['dial', 'degree', 'read', 'value', 'read', 'off, % of span', 'confidence'],
    rows,
  )
}

async function counters(folder: string): Promise<void> {
  const cases: { meter: string; right: boolean; result: ReadResult }[] = []
  for (const row of await readTable(folder, 'counters.csv')) {
    const picture = await loadPicture(folder, row['file'] ?? '')
    const type = row['kind'] === 'counter' ? 3 : 2
    const decimals = Number(row['decimals'])
    const settings = { ...nothing, type, settings: row['rectangles'] ?? '', decimalPoint: decimals } as const
    const result = read(picture, settings, models)
    const tolerance = 1.01 * 10 ** -decimals
    const right = result.value !== null && Math.abs(result.value - Number(row['value'])) <= tolerance
    cases.push({ meter: row['meter'] ?? '', right, result })
  }
  printTable(
    'Whole counters and displays, %: value within the last figure. Digits of meters the weights have seen.',
    ['meter', 'n', 'right', 'no value', 'wrong'],
    byMeter(cases).map(([meter, list]) => [
      meter,
      `${list.length}`,
      percent(share(list, (one) => one.right)),
      percent(share(list, (one) => one.result.value === null)),
      percent(share(list, (one) => one.result.value !== null && !one.right)),
    ]),
  )
}

/** Median milliseconds of processor time of a call after a warm-up: other work on the machine counts less than on a clock. */
async function time(rounds: number, call: () => unknown): Promise<number> {
  for (let round = 0; round < 5; round++) await call()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const from = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1000)
  }
  return median(times)
}

async function speed(folder: string): Promise<void> {
  const file = 'whole/watermeter-jomjol-1.jpg'
  const bytes = await readFile(join(folder, file))
  const picture = await loadPicture(folder, file)
  const dial = (await readTable(folder, 'gauges.csv')).find((row) => row['file'] === file)
  const counter = (await readTable(folder, 'counters.csv')).find((row) => row['file'] === file)
  if (!dial || !counter) throw new Error(`${file} is not in the tables`)
  const input = new Float32Array(models.digits.width * models.digits.height).map((_, at) => Math.sin(at))
  const gauge = dialSettings({ ...dial, radius: String(radiusOf(dial, picture)) }, dial['settings'] ?? '')
  const drums = { ...nothing, settings: counter['rectangles'] ?? '' }
  const peer = await time(30, () => sharp(bytes).resize(1000).raw().toBuffer())
  const rows: [string, number][] = [
    [`sharp: decode and resize ${picture.width} × ${picture.height} to 1000 px`, peer],
    ['network, one look at one digit', await time(50, () => models.digits.run(input))],
    [`counter of ${counter['digits']} drums`, await time(30, () => read(picture, drums, models))],
    ['needle', await time(30, () => read(picture, gauge, models))],
  ]
  printTable(
    'Processor time in Node, median',
    ['work', 'ms', 'of the first row'],
    rows.map(([work, ms]) => [work, ms.toFixed(1), (ms / peer).toFixed(2)]),
  )
}

await renderedFaces()
const folder = findImages()
if (folder) {
  await digits(folder)
  await needles(folder)
  await gauges(folder)
  await counters(folder)
  await speed(folder)
}
