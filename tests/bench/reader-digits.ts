import { answerOf, type Outcome, SURE } from './reader-cases.ts'
import { familyOf, modelsWithout } from './reader-folds.ts'
import { type Row, readTable } from './reader-images.ts'
import { apart, mean, percent, share, type Table } from './reader-score.ts'

const CATEGORIES: Readonly<Record<string, number>> = { drum: 4, seg: 3, dot: 9 }
const NEAR = 0.2001
/** Half-way to the next digit: a sure position beyond is wrong. */
const WRONG = 0.5
/** Meters of fewer pictures than this are averaged apart: one of them weighs as much as a whole meter. */
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

export async function digits(
  folder: string,
  every: number,
): Promise<{ tables: Table[]; outcomes: Outcome[] }> {
  const rows = (await readTable(folder, 'digits.csv')).filter((row) => !Number.isNaN(Number(row['label'])))
  const cases: DigitCase[] = []
  for (const [index, row] of rows.entries()) if (index % every === 0) cases.push(await look(folder, row))
  const unseen = cases.every((one) => one.unseen)
  return {
    tables: [
      {
        title: `Single digits by meter, %: ${unseen ? 'each read by the network that never saw its meter' : 'SEEN in training where marked *'}.`,
        header: ['kind', 'meter', 'n', 'right', '±0.1', '±0.2', 'sure', 'sure and wrong', 'no value'],
        rows: rowsOf(cases),
        note: `Right: the whole digit, of drums where the label is within 0.2 of one. Sure: confidence of at least ${SURE}; wrong: more than ${WRONG} away. Labels of drums are true to a tenth at best. The data hold no blank places.`,
      },
    ],
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
const clear = ({ kind, label }: DigitCase) => kind !== 'drum' || apart(label, Math.round(label), 10) <= NEAR
const right = ({ label, position }: DigitCase) =>
  position !== null && Math.round(position) % 10 === Math.round(label) % 10
const sure = ({ given, confidence }: DigitCase) => given && confidence >= SURE

function sharesOf(list: readonly DigitCase[]): number[] {
  return [
    share(list.filter(clear), right),
    share(list, (one) => off(one) <= NEAR / 2),
    share(list, (one) => off(one) <= NEAR),
    share(list, sure),
    share(list.filter(sure), (one) => off(one) > WRONG),
    share(list, (one) => !one.given),
  ]
}

function rowsOf(cases: readonly DigitCase[]): string[][] {
  const rows: string[][] = []
  const means: string[][] = []
  for (const [kind, ofKind] of Map.groupBy(cases, (one) => one.kind)) {
    const meters = [...Map.groupBy(ofKind, (one) => one.meter)]
      .map(([meter, list]) => ({ meter, list, shares: sharesOf(list) }))
      .sort((a, b) => b.list.length - a.list.length)
    for (const { meter, list, shares } of meters) {
      const mark = list.some((one) => !one.unseen) ? ' *' : ''
      rows.push([kind, meter + mark, `${list.length}`, ...shares.map(percent)])
    }
    const groups = [meters.filter(({ list }) => list.length >= MANY), meters].filter(
      (group, index, all) => group.length > 0 && (index === 0 || group.length !== all[0]?.length),
    )
    for (const group of groups) {
      const columns = sharesOf([]).map((_, column) =>
        mean(group.map(({ shares }) => shares[column] ?? Number.NaN)),
      )
      const few = group.length === meters.length ? '' : ` of ${MANY} pictures or more`
      const count = group.reduce((sum, { list }) => sum + list.length, 0)
      means.push([kind, `mean of ${group.length} meters${few}`, `${count}`, ...columns.map(percent)])
    }
  }
  return [...rows, ...means]
}
