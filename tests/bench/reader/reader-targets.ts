import { percent, type Table } from './reader-score.ts'

/** A target that was set before measuring. */
export interface Target {
  what: string
  /** The sample. */
  of: string
  /** Fractions are 0..1; null: not measured. */
  measured: number | null
  min?: number
  max?: number
  unit: '%' | '°'
}

type Wanted = Pick<Target, 'what' | 'of'> & { measured: number }

const aim = ({ measured, ...wanted }: Wanted, bound: Pick<Target, 'min' | 'max' | 'unit'>): Target => ({
  ...wanted,
  ...bound,
  measured: Number.isNaN(measured) ? null : measured,
})

export const shareOfAtLeast = (min: number, wanted: Wanted) => aim(wanted, { min, unit: '%' })
export const shareOfAtMost = (max: number, wanted: Wanted) => aim(wanted, { max, unit: '%' })
export const degreesAtMost = (max: number, wanted: Wanted) => aim(wanted, { max, unit: '°' })

export function targetsTable(targets: readonly Target[]): Table {
  return {
    title: 'What was aimed at, on meters never seen in training, averaged over meters',
    header: ['figure', 'of', 'aim', 'measured', ''],
    texts: 2,
    rows: targets.map(({ what, of, measured, min, max, unit }) => {
      const written = (value: number) => (unit === '%' ? `${percent(value)} %` : `${value.toFixed(2)}°`)
      const bound = min === undefined ? `≤ ${written(max ?? 0)}` : `≥ ${written(min)}`
      if (measured === null) return [what, of, bound, '–', 'not measured']
      const met = measured >= (min ?? measured) && measured <= (max ?? measured)
      return [what, of, bound, written(measured), met ? 'met' : 'missed']
    }),
  }
}
