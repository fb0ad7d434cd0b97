import type { Outcome } from './reader-cases.ts'
import { mean, percent, share, type Table } from './reader-score.ts'

const EDGES = [0.6, 0.7, 0.8, 0.9, 0.95, 0.99]

/** Accuracy by confidence, over the run's other parts. */
export function confidence(outcomes: readonly Outcome[]): Table[] {
  const given = outcomes.filter((one) => one.given)
  const bins = EDGES.map((from, index) => {
    const to = EDGES[index + 1] ?? Number.POSITIVE_INFINITY
    const inside = given.filter((one) => one.confidence >= from && one.confidence < to)
    return [
      `${from.toFixed(2)} to ${(EDGES[index + 1] ?? 1).toFixed(2)}`,
      `${inside.length}`,
      inside.length === 0 ? '–' : mean(inside.map((one) => one.confidence)).toFixed(3),
      percent(share(inside, (one) => !one.wrong)),
    ]
  })
  const kinds = [...Map.groupBy(outcomes, (one) => one.kind)].map(([kind, list]) => {
    const sure = list.filter((one) => one.given && one.confidence >= 0.9)
    const wrong = sure.filter((one) => one.wrong)
    return [
      kind,
      `${list.length}`,
      percent(share(list, (one) => !one.given)),
      percent(sure.length / list.length),
      `${wrong.length} of ${sure.length}`,
      sure.length === 0 ? '–' : `${percent(wrong.length / sure.length)}`,
    ]
  })
  return [
    {
      title: 'What confidence means: readings given, by confidence',
      header: ['confidence', 'n', 'mean', 'right, %'],
      rows: bins,
    },
    {
      title: 'Wrong at a confidence of 0.9 or more (aim: at most 0.5 %)',
      header: ['kind', 'n', 'no value, %', 'sure, %', 'wrong', 'of the sure, %'],
      rows: kinds,
    },
  ]
}
