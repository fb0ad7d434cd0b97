import { modelsWithout } from '../../../reader/training/held-out-models.ts'
import { readTable } from '../../../reader/training/labelled-pictures.ts'
import { type Answered, answerOf, CONFIDENT, type Section } from './reader-cases.ts'
import { byMeter, mean, percent, share } from './reader-score.ts'
import { shareOfAtLeast, type Target } from './reader-targets.ts'

interface StringCase {
  kind: string
  meter: string
  unseen: boolean
  answered: Answered
  exact: boolean
  near: boolean
  whole: boolean
}

/** Whole counters and displays. */
export async function counters(folder: string): Promise<Section> {
  const cases: StringCase[] = []
  for (const row of await readTable(folder, 'counters.csv')) {
    const { kind = '', meter = '', file = '' } = row
    const { models, unseen } = await modelsWithout(meter)
    const known = {
      category: kind === 'counter' ? 4 : 3,
      rectangles: row['rectangles'],
      digit_number: Number(row['digits']),
      decimal_point: Number(row['decimals']),
    }
    const answered = await answerOf(folder, file, known, models)
    const { value, ocr } = answered.answer
    const off = value === null ? Number.POSITIVE_INFINITY : Math.abs(value - Number(row['value']))
    const unit = 10 ** -Number(row['decimals'])
    const exact = value !== null && ocr === row['ocr']
    cases.push({ kind, meter, unseen, answered, exact, near: off <= 0.501 * unit, whole: off <= 1.01 * unit })
  }
  const rows = byMeter(cases).map(([meter, list]) => [
    list[0]?.kind ?? '',
    list.some(({ unseen }) => !unseen) ? `${meter} *` : meter,
    `${list.length}`,
    ...sharesOf(list).map(percent),
  ])
  const targets: Target[] = []
  for (const [kind, list] of Map.groupBy(cases, (one) => one.kind)) {
    const meters = byMeter(list)
    const columns = sharesOf([]).map((_, column) =>
      mean(meters.map(([, ofMeter]) => sharesOf(ofMeter)[column] ?? Number.NaN)),
    )
    rows.push([kind, `mean of ${meters.length} meters`, `${list.length}`, ...columns.map(percent)])
    const counted = kind === 'counter'
    targets.push(
      shareOfAtLeast(counted ? 0.99 : 0.98, {
        what: counted ? 'whole counter' : 'whole seven-segment display',
        of: `${list.length} of ${meters.length} meters`,
        measured: columns[0] ?? Number.NaN,
      }),
    )
  }
  return {
    tables: [
      {
        title: 'Whole counters and displays by meter, %: each read by the network that never saw its meter.',
        header: [
          'kind',
          'meter',
          'n',
          'right',
          'all digits as labelled',
          'within 1',
          'sure',
          'sure and wrong',
          'no value',
        ],
        rows,
        texts: 2,
        note: 'Right: the value, a counter’s with the last drum’s fraction, within half of the last figure. As labelled: the digits before the roll ends, which the label’s tenth decides where the last drum is about to finish. * whole photographs: read by the shipped network, their contributor’s pictures are among those of the training.',
      },
    ],
    targets,
    outcomes: cases.map(({ kind, answered, near }) => ({
      kind: kind === 'counter' ? 'whole counter' : 'whole display',
      confidence: answered.answer.confidence,
      given: answered.answer.value !== null,
      wrong: !near,
    })),
  }
}

function sharesOf(list: readonly StringCase[]): number[] {
  const sure = list.filter(
    ({ answered }) => answered.answer.value !== null && answered.answer.confidence >= CONFIDENT,
  )
  return [
    share(list, ({ near }) => near),
    share(list, ({ exact }) => exact),
    share(list, ({ whole }) => whole),
    list.length === 0 ? Number.NaN : sure.length / list.length,
    share(sure, ({ near }) => !near),
    share(list, ({ answered }) => answered.answer.value === null),
  ]
}
