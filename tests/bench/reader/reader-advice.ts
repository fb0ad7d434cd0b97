import { join } from 'node:path'
import { randomFrom, seedOf } from '../../../faces/random.ts'
import { parseCase, settingsOfCase } from '../../../reader/node/case.ts'
import { type Prior, type ReadResult, read } from '../../../reader/node/index.ts'
import { modelsWithout } from '../../../reader/training/held-out-models.ts'
import { loadPicture, type Row, readTable } from '../../../reader/training/labelled-pictures.ts'
import { percent, share, type Table } from './reader-score.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20)
/** Consumption of the meters a day and its hourly maximum, in their last digit. */
const DAILY = 12
const HOURLY = 2

const knowledge: readonly { name: string; of: (row: Row, unit: number) => Prior | null }[] = [
  { name: 'nothing', of: () => null },
  {
    name: 'two readings of the days before',
    of: (row, unit) => priorAt(Number(row['value_floor']) * unit, unit),
  },
  {
    name: 'readings of another meter',
    of: (row, unit) => {
      const random = randomFrom(seedOf(row['file'] ?? ''))
      return priorAt(Math.floor(random() * 10 ** Number(row['digits'])) * unit, unit)
    },
  },
]

function priorAt(value: number, unit: number): Prior {
  const readings = [2, 1].map((days) => ({
    value: Math.max(0, value - days * DAILY * unit),
    at: NOW - days * 24 * HOUR,
  }))
  return { readings, at: NOW, rising: true, hourlyRate: HOURLY * unit }
}

/** Effect of earlier readings, true and misleading ones, on whole counters and displays. */
export async function advice(folder: string): Promise<Table[]> {
  const outcomes = new Map<string, { result: ReadResult; right: boolean }[]>()
  for (const row of await readTable(folder, 'counters.csv')) {
    const { file = '', meter = '', kind } = row
    const decimals = Number(row['decimals'])
    const unit = 10 ** -decimals
    const known = parseCase({
      id: file,
      image: join(folder, file),
      category: kind === 'counter' ? 4 : 3,
      rectangles: row['rectangles'],
      decimal_point: decimals,
    })
    const picture = await loadPicture(folder, file)
    const { models } = await modelsWithout(meter)
    for (const { name, of } of knowledge) {
      const result = read(picture, settingsOfCase(known, picture), models, { prior: of(row, unit) })
      const off = Math.abs((result.value ?? Number.NaN) - Number(row['value_floor']) * unit)
      outcomes.set(name, [...(outcomes.get(name) ?? []), { result, right: off < 1.01 * unit }])
    }
  }
  return [
    {
      title: 'Whole counters and displays by what is known of earlier readings, %',
      header: [
        'known',
        'n',
        'right',
        'no value',
        'wrong',
        'sure',
        'sure and wrong',
        'settled',
        'named against',
      ],
      rows: [...outcomes].map(([name, list]) => [name, `${list.length}`, ...sharesOf(list).map(percent)]),
      note: 'Right: within one of the last figure. Settled: the value is not what the picture alone says. Named against: the picture’s value stands and is named as not to be expected.',
    },
  ]
}

function sharesOf(list: readonly { result: ReadResult; right: boolean }[]): number[] {
  const sure = list.filter(({ result }) => result.value !== null && result.confidence >= 0.9)
  const moved = ({ value, advice: given }: ReadResult) => given !== null && given.seen !== value
  return [
    share(list, ({ right }) => right),
    share(list, ({ result }) => result.value === null),
    share(list, ({ result, right }) => result.value !== null && !right),
    sure.length / list.length,
    share(sure, ({ right }) => !right),
    share(list, ({ result }) => moved(result)),
    share(list, ({ result }) => result.advice !== null && !moved(result)),
  ]
}
