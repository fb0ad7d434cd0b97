/** A4, in millimetres. */
export const paper = { width: 210, height: 297 } as const

/** A sheet of labels, in millimetres. Its labels lie in the middle of the paper. */
export interface LabelSheet {
  title: string
  columns: number
  rows: number
  width: number
  height: number
  /** Between two columns. */
  gap: number
  /** The code with its quiet zone, in the middle of the label's height. */
  qr: { side: number; left: number }
  /** Where text may be, in the middle of the label's height. */
  text: { left: number; width: number; height: number }
  /** Sizes of the fonts where the text has room. */
  sizes: { name: number; code: number; place: number }
}

/** As label paper is sold in Japan. */
export const labelSheets = {
  24: {
    title: '24面（3 × 8）',
    columns: 3,
    rows: 8,
    width: 66,
    height: 33.9,
    gap: 0,
    qr: { side: 28, left: 1.5 },
    text: { left: 30, width: 33.5, height: 28.9 },
    sizes: { name: 4.2, code: 3.2, place: 2.8 },
  },
  65: {
    title: '65面（5 × 13）',
    columns: 5,
    rows: 13,
    width: 38.1,
    height: 21.2,
    gap: 2.5,
    qr: { side: 17.5, left: 0.8 },
    text: { left: 18.5, width: 18.2, height: 18.4 },
    sizes: { name: 2.8, code: 2.3, place: 2 },
  },
} as const satisfies Record<number, LabelSheet>

export type SheetSize = keyof typeof labelSheets

export const capacityOf = ({ columns, rows }: LabelSheet): number => columns * rows

/** Returns the place of a label on its sheet, counted from 0 by rows. */
export function placeOf(sheet: LabelSheet, index: number): { left: number; top: number } {
  const { columns, rows, width, height, gap } = sheet
  const margin = {
    left: (paper.width - columns * width - (columns - 1) * gap) / 2,
    top: (paper.height - rows * height) / 2,
  }
  return {
    left: margin.left + (index % columns) * (width + gap),
    top: margin.top + Math.floor(index / columns) * height,
  }
}

/** Divides the labels among sheets; the first ones of the first sheet have been used up. */
export function sheetsOf<Label>(labels: readonly Label[], capacity: number, used: number): Label[][] {
  const first = capacity - used
  const sheets = [labels.slice(0, first)]
  for (let at = first; at < labels.length; at += capacity) sheets.push(labels.slice(at, at + capacity))
  return sheets
}

/** Half the length of a cut mark. */
const arm = 1

/** Returns an SVG path of crosses at the corners of these labels. */
export function cutMarks(sheet: LabelSheet, indices: readonly number[]): string {
  const crosses = indices.flatMap((index) => {
    const { left, top } = placeOf(sheet, index)
    return [left, left + sheet.width].flatMap((x) =>
      [top, top + sheet.height].map(
        (y) => `M${written(x - arm)} ${written(y)}h${2 * arm}M${written(x)} ${written(y - arm)}v${2 * arm}`,
      ),
    )
  })
  return [...new Set(crosses)].join('')
}

const written = (millimetres: number) => millimetres.toFixed(2)
