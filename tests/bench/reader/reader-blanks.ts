import { categoryType } from '../../../contract/categories.ts'
import { randomFrom, seedOf } from '../../../faces/random.ts'
import { solve } from '../../../reader/core/register/homography.ts'
import {
  nothingKnown,
  type Picture,
  parseBoxes,
  type ReaderSettings,
  type Rectangle,
  read,
} from '../../../reader/node/index.ts'
import { modelsWithout } from '../../../reader/training/held-out-models.ts'
import { loadPicture, readTable } from '../../../reader/training/labelled-pictures.ts'
import { CONFIDENT, type Section } from './reader-cases.ts'
import { percent, share, type Table } from './reader-score.ts'
import { shareOfAtLeast } from './reader-targets.ts'

const WHOLE = { x1: 0, y1: 0, x2: 1, y2: 1 }
/** Maximum contrast left of a removed digit. */
const GHOST = 0.12
/** Refits of the surface to the pixels off the strokes. */
const ROUNDS = 6

interface Blank {
  name: string
  blank: boolean
  /** Something is read with high confidence. */
  surelyRead: boolean
}

/**
 * The photographs have no blank digits, so these are made from displays: a smooth surface through the pixels
 * off the strokes, with up to an eighth of the digit's contrast left.
 */
export async function blanks(folder: string, every: number): Promise<Section> {
  const allBlanks = [...(await alone(folder, every)), ...(await inRows(folder, every))]
  const groups = [...Map.groupBy(allBlanks, ({ name }) => name)]
  const isBlank = ({ blank }: Blank) => blank
  return {
    tables: [
      {
        title: 'Blank places made of photographed displays, %: read by the network that never saw the meter.',
        header: ['place', 'n', 'recognised as blank', 'a figure, surely'],
        rows: groups.map(([name, list]) => [
          name,
          `${list.length}`,
          percent(share(list, isBlank)),
          percent(share(list, ({ surelyRead }) => surelyRead)),
        ]),
        note: `What is left of the digit: between nothing and ${100 * GHOST} % of its contrast, as an unlit digit shines through.`,
      } satisfies Table,
    ],
    targets: groups.map(([name, list]) =>
      shareOfAtLeast(0.97, {
        what: `blank place, ${name}`,
        of: `${list.length} made of photographs`,
        measured: share(list, isBlank),
      }),
    ),
  }
}

/** Photographs of single display digits, blanked. */
async function alone(folder: string, every: number): Promise<Blank[]> {
  const shown = (await readTable(folder, 'digits.csv')).filter(({ kind }) => kind === 'seg' || kind === 'dot')
  const allBlanks: Blank[] = []
  for (const [index, { file = '', meter = '', kind = '' }] of shown.entries()) {
    if (index % every !== 0) continue
    const picture = emptied(await loadPicture(folder, file), [WHOLE], randomFrom(seedOf(file)))
    const settings = settingsOf(kind === 'dot' ? categoryType.dot : categoryType.segment, '0@0:1@1')
    const { models } = await modelsWithout(meter)
    const { ocr, value, confidence } = read(picture, settings, models)
    allBlanks.push({
      name: kind === 'dot' ? 'dot matrix, alone' : 'seven segments, alone',
      blank: ocr === ' ',
      surelyRead: value !== null && confidence >= CONFIDENT,
    })
  }
  return allBlanks
}

/** Whole displays with their first digits blanked, one more each time. */
async function inRows(folder: string, every: number): Promise<Blank[]> {
  const rows = (await readTable(folder, 'counters.csv')).filter(({ kind }) => kind === 'segment')
  const allBlanks: Blank[] = []
  for (const [index, { file = '', meter = '', rectangles = '' }] of rows.entries()) {
    if (index % every !== 0) continue
    const boxes = parseBoxes(rectangles)
    if (!boxes.ok) throw new Error(boxes.reason)
    const count = 1 + (index % (boxes.value.length - 1))
    const random = randomFrom(seedOf(file))
    const picture = emptied(await loadPicture(folder, file), boxes.value.slice(0, count), random)
    const { models } = await modelsWithout(meter)
    const { ocr, value, confidence } = read(picture, settingsOf(categoryType.segment, rectangles), models)
    for (let figureIndex = 0; figureIndex < count; figureIndex++) {
      const blank = ocr?.[figureIndex] === ' '
      allBlanks.push({
        name: 'seven segments, before lit ones',
        blank,
        surelyRead: !blank && value !== null && confidence >= CONFIDENT,
      })
    }
  }
  return allBlanks
}

const settingsOf = (type: ReaderSettings['type'], settings: string): ReaderSettings => ({
  ...nothingKnown(type),
  settings,
})

function emptied(picture: Picture, boxes: readonly Rectangle[], random: () => number): Picture {
  const data = picture.data.slice()
  for (const box of boxes) empty({ ...picture, data }, box, GHOST * random())
  return { ...picture, data }
}

/** Removes the digit of a box in place, but for a fraction of its contrast. */
function empty({ width, height, data }: Picture, box: Rectangle, ghost: number): void {
  const [left, top] = [Math.round(box.x1 * width), Math.round(box.y1 * height)]
  const [wide, high] = [Math.round(box.x2 * width) - left, Math.round(box.y2 * height) - top]
  const starts = Array.from(
    { length: wide * high },
    (_, index) => 4 * ((top + Math.floor(index / wide)) * width + left + (index % wide)),
  )
  const terms = starts.map((_, index) => {
    const x = (2 * (index % wide)) / (wide - 1) - 1
    const y = (2 * Math.floor(index / wide)) / (high - 1) - 1
    return [1, x, y, x * y, x * x, y * y]
  })
  const channels = [0, 1, 2].map((channel) => starts.map((start) => data[start + channel] ?? 0))
  const grey = starts.map((_, index) => channels.reduce((sum, values) => sum + (values[index] ?? 0) / 3, 0))
  const average = grey.reduce((sum, value) => sum + value, 0) / grey.length
  const strokes = Math.sign(average - middleOf(grey)) || -1
  let kept = starts.map(() => true)
  for (let round = 0; round < ROUNDS; round++) {
    const surface = surfaceOf(terms, grey, kept)
    const off = grey.map((value, index) => (value - (surface[index] ?? 0)) * strokes)
    const limit = middleOf(off)
    kept = off.map((value) => value < limit)
  }
  for (const [channel, values] of channels.entries()) {
    const surface = surfaceOf(terms, values, kept)
    for (const [index, start] of starts.entries()) {
      const under = surface[index] ?? 0
      data[start + channel] = under + ghost * ((values[index] ?? 0) - under)
    }
  }
}

const middleOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Least-squares quadratic surface of the kept pixels. */
function surfaceOf(
  terms: readonly (readonly number[])[],
  values: readonly number[],
  kept: readonly boolean[],
): number[] {
  const size = 6
  const [matrix, right] = [new Float64Array(size * size), new Float64Array(size)]
  for (const [index, term] of terms.entries()) {
    if (!kept[index]) continue
    for (const [row, one] of term.entries()) {
      right[row] = (right[row] ?? 0) + one * (values[index] ?? 0)
      for (const [column, other] of term.entries()) {
        matrix[row * size + column] = (matrix[row * size + column] ?? 0) + one * other
      }
    }
  }
  if (!solve(matrix, right, size)) throw new Error('too few pixels to see what lies under the digit')
  return terms.map((term) => term.reduce((sum, one, index) => sum + one * (right[index] ?? 0), 0))
}
