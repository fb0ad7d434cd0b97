import type { CounterStyle, Face, SmallDial } from '../types.ts'
import { row } from './figures.ts'

/** Clockwise around the face, the largest multiplier first. */
const places = [
  { x: 628, y: 390 },
  { x: 546, y: 500 },
  { x: 414, y: 500 },
  { x: 332, y: 390 },
] as const

/** A water meter of `drums` drums, `red` of them decimals, and `dials` dials for the decimals after these. */
export function dialled(
  key: string,
  drums: number,
  red: number,
  dials: number,
  look: Partial<CounterStyle> = {},
): Face {
  const small = places
    .slice(0, dials)
    .map((place, index): SmallDial => ({ place, unit: Number(`1e-${red + index + 1}`) }))
  return {
    key,
    name: `水道メーター ${key}`,
    category: 4,
    unit: 'm³',
    range: null,
    abnormal: null,
    decimals: red + dials,
    digits: drums + dials,
    style: {
      kind: 'counter',
      width: 960,
      height: 720,
      wall: 'concrete',
      label: '南棟 上水',
      brand: 'NAGARE',
      seed: 120 + drums + dials,
      casing: 'water',
      boxes: row(Math.round(485 - 28.5 * drums), 228, 46, 72, 57, drums),
      drum: 'white',
      decimalDrum: 'red',
      dials: small,
      ...look,
    },
    behaviour: {
      kind: 'total',
      start: 1_482.37,
      daily: 3.2,
      weekend: 0.6,
      profile: [0.4, 0.9, 1.2, 1, 1.6, 1.3],
    },
  }
}

/** Water meters with one to four dials beside their drums, not in the demonstration. */
export const dialledFaces: readonly Face[] = [
  dialled('dials-1', 6, 2, 1),
  dialled('dials-2', 6, 1, 2, { drum: 'black', late: true }),
  dialled('dials-3', 5, 0, 3, { wall: 'steel', late: true }),
  dialled('dials-4', 4, 0, 4, { drum: 'black', wall: 'cream' }),
]
