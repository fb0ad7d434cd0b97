import { familyOf, modelsWithout } from '../../../reader/training/held-out-models.ts'
import { type Row, readTable } from '../../../reader/training/labelled-pictures.ts'
import { answerOf, CONFIDENT, type Section } from './reader-cases.ts'
import { apart, mean, percent, share } from './reader-score.ts'
import { shareOfAtLeast, type Target } from './reader-targets.ts'

const CATEGORIES: Readonly<Record<string, number>> = { drum: 4, seg: 3, dot: 9 }
const NEAR = 0.2001
/** Maximum position error of a right digit. */
const WRONG = 0.5
/** Meters with fewer pictures are averaged apart. */
const MANY = 30

interface DigitCase {
  kind: string
  meter: string
  unseen: boolean
  label: number
  position: number | null
  confidence: number
  given: boolean
}

export async function digits(folder: string, every: number): Promise<Section> {
  const rows = (await readTable(folder, 'digits.csv')).filter((row) => !Number.isNaN(Number(row['label'])))
  const cases: DigitCase[] = []
  for (const [index, row] of rows.entries()) if (index % every === 0) cases.push(await look(folder, row))
  const unseen = cases.every((one) => one.unseen)
  const meters = metersOf(cases)
  const means = meansOf(meters)
  return {
    tables: [
      {
        title: `Single digits by meter, %: ${unseen ? 'each read by the network that never saw its meter' : 'SEEN in training where marked *'}.`,
        header: ['kind', 'meter', 'n', 'right', '±0.1', '±0.2', 'sure', 'sure and wrong', 'no value'],
        rows: [...meters, ...means].map(({ kind, name, count, shares }) => [
          kind,
          name,
          `${count}`,
          ...shares.map(percent),
        ]),
        texts: 2,
        note: `Right: the whole digit, of drums where the label is within 0.2 of one. ±0.1, ±0.2: the position to the nearest tenth, of meters whose labels are tenths (true to a tenth at best). Sure: confidence of at least ${CONFIDENT}; wrong: more than ${WRONG} away. The data hold no blank places.`,
      },
    ],
    targets: targetsOf(means),
    outcomes: cases.map((one) => ({
      kind: one.kind === 'drum' ? 'one drum' : 'one figure of a display',
      confidence: one.confidence,
      given: one.given,
      wrong: off(one) > WRONG,
    })),
  }
}

async function look(folder: string, row: Row): Promise<DigitCase> {
  const { kind = '', meter = '', file = '' } = row
  const { models, unseen } = await modelsWithout(meter)
  const known = { category: CATEGORIES[kind], digit_number: 1 }
  const { answer } = await answerOf(folder, file, known, models)
  return {
    kind,
    meter: familyOf(meter),
    unseen,
    label: Number(row['label']),
    position: answer.position ?? null,
    confidence: answer.confidence,
    given: answer.value !== null,
  }
}

const off = ({ label, position }: DigitCase) => (position === null ? 5 : apart(position, label, 10))
/** Positions to the nearest tenth, as the labels and the published models. */
const offInTenths = (one: DigitCase) =>
  off({ ...one, position: one.position === null ? null : Math.round(10 * one.position) / 10 })
const clear = ({ kind, label }: DigitCase) => kind !== 'drum' || apart(label, Math.round(label), 10) <= NEAR
const right = ({ label, position }: DigitCase) =>
  position !== null && Math.round(position) % 10 === Math.round(label) % 10
const sure = ({ given, confidence }: DigitCase) => given && confidence >= CONFIDENT

/** Meters with whole-digit labels do not count for positions. */
const inTenths = (list: readonly DigitCase[]) => list.some(({ label }) => !Number.isInteger(label))

function sharesOf(list: readonly DigitCase[]): number[] {
  const placed = inTenths(list) ? list : []
  return [
    share(list.filter(clear), right),
    share(placed, (one) => offInTenths(one) <= NEAR / 2),
    share(placed, (one) => offInTenths(one) <= NEAR),
    share(list, sure),
    share(list.filter(sure), (one) => off(one) > WRONG),
    share(list, (one) => !one.given),
  ]
}

interface Summary {
  kind: string
  name: string
  count: number
  shares: number[]
}

/** By kind, those with many pictures first. */
function metersOf(cases: readonly DigitCase[]): Summary[] {
  return [...Map.groupBy(cases, (one) => one.kind)].flatMap(([kind, ofKind]) =>
    [...Map.groupBy(ofKind, (one) => one.meter)]
      .map(([meter, list]) => ({
        kind,
        name: list.some((one) => !one.unseen) ? `${meter} *` : meter,
        count: list.length,
        shares: sharesOf(list),
      }))
      .sort((a, b) => b.count - a.count),
  )
}

/** Of each kind: over all meters, and over those with many pictures if there are others too. */
function meansOf(meters: readonly Summary[]): Summary[] {
  return [...Map.groupBy(meters, ({ kind }) => kind)].flatMap(([kind, all]) => {
    const large = all.filter(({ count }) => count >= MANY)
    return [
      meanOf(kind, all, ''),
      ...(large.length > 0 && large.length < all.length
        ? [meanOf(kind, large, ` of ${MANY} pictures or more`)]
        : []),
    ]
  })
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function meanOf(kind: string, group: readonly Summary[], which: string): Summary {
  return {
    kind,
    name: `mean of ${plural(group.length, 'meter')}${which}`,
    count: group.reduce((sum, { count }) => sum + count, 0),
    shares: sharesOf([]).map((_, column) => mean(group.map(({ shares }) => shares[column] ?? Number.NaN))),
  }
}

function targetsOf(means: readonly Summary[]): Target[] {
  return means.flatMap(({ kind, name, count, shares: [whole = Number.NaN, , near = Number.NaN] }) => {
    const of = `${plural(count, 'photograph')}, ${name}`
    if (kind === 'seg') return [shareOfAtLeast(0.997, { what: 'seven-segment digit', of, measured: whole })]
    if (kind === 'dot') return [shareOfAtLeast(0.995, { what: 'dot-matrix digit', of, measured: whole })]
    return [
      shareOfAtLeast(0.99, { what: 'drum, clear', of, measured: whole }),
      shareOfAtLeast(0.965, { what: 'drum, within 0.2 (labels in tenths)', of, measured: near }),
    ]
  })
}
