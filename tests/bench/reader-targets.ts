import { percent, type Table } from './reader-score.ts'

/** A target that was set before measuring. */
export interface Target {
  what: string
  /** The sample. */
  of: string
  /** Fractions are 0..1; null: not measured. */
  measured: number | null
  least?: number
  most?: number
  unit: '%' | '°'
}

type Wanted = Pick<Target, 'what' | 'of'> & { measured: number }

const aim = ({ measured, ...wanted }: Wanted, bound: Pick<Target, 'least' | 'most' | 'unit'>): Target => ({
  ...wanted,
  ...bound,
  measured: Number.isNaN(measured) ? null : measured,
})

export const shareOfAtLeast = (least: number, wanted: Wanted) => aim(wanted, { least, unit: '%' })
export const shareOfAtMost = (most: number, wanted: Wanted) => aim(wanted, { most, unit: '%' })
export const degreesAtMost = (most: number, wanted: Wanted) => aim(wanted, { most, unit: '°' })

export function targetsTable(targets: readonly Target[]): Table {
  return {
    title: 'What was aimed at, on meters never seen in training, averaged over meters',
    header: ['figure', 'of', 'aim', 'measured', ''],
    texts: 2,
    rows: targets.map(({ what, of, measured, least, most, unit }) => {
      const written = (value: number) => (unit === '%' ? `${percent(value)} %` : `${value.toFixed(2)}°`)
      const bound = least === undefined ? `≤ ${written(most ?? 0)}` : `≥ ${written(least)}`
      if (measured === null) return [what, of, bound, '–', 'not measured']
      const met = measured >= (least ?? measured) && measured <= (most ?? measured)
      return [what, of, bound, written(measured), met ? 'met' : 'missed']
    }),
  }
}
