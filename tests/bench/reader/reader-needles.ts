import { familyOf, modelsWithout } from '../../../reader/training/held-out-models.ts'
import { readTable } from '../../../reader/training/labelled-pictures.ts'
import { type Answered, answerOf, CONFIDENT, type Outcome, type Section } from './reader-cases.ts'
import { apart, byMeter, mean, median, percent, share } from './reader-score.ts'
import { degreesAtMost, shareOfAtLeast, shareOfAtMost } from './reader-targets.ts'

/** Maximum error of a right direction in degrees. */
const WRONG = 10
/** Tolerance of a gauge's value, as a fraction of the span. */
const TOLERANCE = 0.02

interface DialCase {
  meter: string
  unseen: boolean
  off: number
  answered: Answered
}

/** Small dials, once round in ten steps. */
export async function needles(folder: string, every: number): Promise<Section> {
  const cases: DialCase[] = []
  for (const [index, row] of (await readTable(folder, 'needles.csv')).entries()) {
    if (index % every !== 0) continue
    const { meter = '', file = '' } = row
    const { models, unseen } = await modelsWithout(meter)
    const axis = [Number(row['axis_x']), Number(row['axis_y'])]
    const answered = await answerOf(
      folder,
      file,
      { category: 1, axis, radius: Number(row['radius']) },
      models,
    )
    const { degree } = answered.answer
    cases.push({
      meter,
      unseen,
      off: degree === null ? 180 : apart(degree, Number(row['degree']), 360),
      answered,
    })
  }
  const meters = byMeter(cases).map(([meter, list]) => ({ meter, list, figures: figuresOf(list) }))
  const rows = meters.map(({ meter, list, figures }) => [
    list.some(({ unseen }) => !unseen) ? `${meter} *` : meter,
    `${list.length}`,
    ...written(figures),
  ])
  const families = [...Map.groupBy(cases, ({ meter }) => familyOf(meter)).values()].map(figuresOf)
  const means = figuresOf([]).map((_, column) =>
    mean(families.map((figures) => figures[column] ?? Number.NaN)),
  )
  rows.push([`mean of ${families.length} families`, `${cases.length}`, ...written(means)])
  const of = `${cases.length} photographs, mean of ${families.length} families`
  const [, middle = Number.NaN, astray = Number.NaN, over = Number.NaN] = means
  return {
    tables: [
      {
        title:
          'Small dials by meter, degrees: each read by the network that never saw its meter (* where there is none).',
        header: [
          'meter',
          'n',
          'mean',
          'median',
          'over 10 or none, %',
          'over 10, %',
          'sure, %',
          'sure and wrong, %',
          'no value, %',
        ],
        rows,
        note: 'Mean, median and over 10: of the directions given, however unsure; over 10 or none: where no direction is given, too. Labels step by 3.6 degrees. The axis is the labelled centre of the dial, not of the raised hub.',
      },
    ],
    targets: [
      degreesAtMost(1.8, { what: 'small dial, median', of, measured: middle }),
      shareOfAtMost(0.003, { what: 'small dial, over 10° or no direction', of, measured: astray }),
      shareOfAtMost(0.003, { what: 'small dial, over 10° of those given', of, measured: over }),
    ],
    outcomes: cases.map(({ off, answered }) => outcomeOf('small dial', answered, off > WRONG)),
  }
}

function figuresOf(list: readonly DialCase[]): number[] {
  const sure = list.filter(({ answered }) => isSure(answered))
  const directed = list.flatMap(({ off, answered }) => (answered.answer.degree === null ? [] : [off]))
  return [
    mean(directed),
    median(directed),
    share(list, ({ off }) => off > WRONG),
    share(directed, (off) => off > WRONG),
    share(list, ({ answered }) => isSure(answered)),
    share(sure, ({ off }) => off > WRONG),
    share(list, ({ answered }) => answered.answer.value === null),
  ]
}

const written = ([average = 0, middle = 0, ...shares]: readonly number[]) => [
  average.toFixed(2),
  middle.toFixed(2),
  ...shares.map(percent),
]

const isSure = ({ answer }: Answered) => answer.value !== null && answer.confidence >= CONFIDENT

function outcomeOf(kind: string, { answer }: Answered, wrong: boolean): Outcome {
  return { kind, confidence: answer.confidence, given: answer.value !== null, wrong }
}

/** Dials on whole photographs. */
export async function gauges(folder: string): Promise<Section> {
  const rows: string[][] = []
  const outcomes: Outcome[] = []
  for (const row of await readTable(folder, 'gauges.csv')) {
    const pins = (row['pins'] ?? '').split(';').map((pin) => {
      const [x = 0, y = 0, value = 0] = pin.split(' ').map(Number)
      return { x, y, value }
    })
    const axis = [Number(row['axis_x']), Number(row['axis_y'])]
    const { models } = await modelsWithout(row['meter'] ?? '')
    const known = { category: 1, settings: row['settings'], axis, pins }
    const answered = await answerOf(folder, row['file'] ?? '', known, models)
    const { value, degree, confidence } = answered.answer
    const span = Number(row['span'])
    const off = value === null ? Number.NaN : apart(value, Number(row['value']), span) / span
    outcomes.push(outcomeOf('dial on a whole photograph', answered, off > TOLERANCE))
    rows.push([
      row['meter'] ?? '',
      row['degree'] ?? '',
      degree?.toFixed(1) ?? '–',
      row['value'] ?? '',
      value?.toFixed(2) ?? '–',
      percent(off),
      confidence.toFixed(3),
    ])
  }
  const within = share(outcomes, ({ given, wrong }) => given && !wrong)
  rows.push([`within ${100 * TOLERANCE} % of the span`, '', '', '', '', `${percent(within)} %`, ''])
  return {
    tables: [
      {
        title: 'Dials on two whole photographs, hand-labelled to about ±3 degrees (0.8 % of the span)',
        header: ['dial', 'degree', 'read', 'value', 'read', 'off, % of span', 'confidence'],
        rows,
        note: 'Read by the shipped networks; dials of the same contributor are among the pictures of the training.',
      },
    ],
    targets: [
      shareOfAtLeast(0.95, {
        what: 'gauge, within 2 % of the span',
        of: `${outcomes.length} dials on whole photographs`,
        measured: within,
      }),
    ],
    outcomes,
  }
}
