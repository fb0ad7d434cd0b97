import {
  type CounterDial,
  MULTIPLIERS,
  type Point,
  parseCounter,
  printCounter,
} from '../../../reader/web/index.ts'
import { clamp, clampToPicture } from '../../ui/stage/stageGeometry.ts'
import { type BoxDraft, boxDraftOf, noBoxes } from './boxes.ts'

export interface Dial extends CounterDial {
  id: string
}

/** Drums and dials of a counter in editing. */
export interface CounterDraft extends BoxDraft {
  /** The largest multiplier first. */
  dials: readonly Dial[]
}

export const noPlaces: CounterDraft = { ...noBoxes, dials: [] }

/** One a decimal place. */
export const maxDials = MULTIPLIERS.length
/** Ratios of the picture's width. */
const minRadius = 0.01
const maxRadius = 0.5

/** Null when the stored string is of another kind. */
export function counterDraftOf(settings: string | null): CounterDraft | null {
  const parsed = settings === null ? null : parseCounter(settings)
  const boxes = boxDraftOf(settings)
  if (!parsed?.ok || boxes === null) return null
  return { ...boxes, dials: parsed.value.dials.map((dial, index) => ({ ...dial, id: `dial-${index + 1}` })) }
}

export const hasGap = (dials: readonly Dial[]): boolean =>
  dials.some(
    ({ multiplier }, index) =>
      index > 0 &&
      MULTIPLIERS.indexOf(multiplier) !== MULTIPLIERS.indexOf(dials[index - 1]?.multiplier ?? 0) + 1,
  )

/** Null without boxes, or when a multiplier is left out. */
export function serializeCounter({ boxes, dials }: CounterDraft): string | null {
  if (boxes.length === 0 || hasGap(dials)) return null
  return printCounter({ boxes: boxes.map(({ rectangle }) => rectangle), dials: [...dials] })
}

const sorted = (dials: readonly Dial[]) => dials.toSorted((a, b) => b.multiplier - a.multiplier)

const withinLimits = (radius: number) => clamp(radius, minRadius, maxRadius)

/** Adds the dial of the next decimal place; null when each has one. */
export function addDial(
  draft: CounterDraft,
  centre: Point,
  radius: number,
): { draft: CounterDraft; dial: Dial } | null {
  const taken = draft.dials.map(({ multiplier }) => multiplier)
  const free = MULTIPLIERS.filter((multiplier) => !taken.includes(multiplier))
  const multiplier = free.find((one) => one < (taken.at(-1) ?? 1)) ?? free.at(-1)
  if (multiplier === undefined) return null
  const numbers = draft.dials.map(({ id }) => Number(id.split('-')[1] ?? 0))
  const dial: Dial = {
    id: `dial-${Math.max(0, ...numbers) + 1}`,
    centre: clampToPicture(centre),
    radius: withinLimits(radius),
    multiplier,
    zero: 0,
    clockwise: true,
  }
  return { draft: { ...draft, dials: sorted([...draft.dials, dial]) }, dial }
}

/** A multiplier that another dial has is exchanged with it. */
export function changeDial(draft: CounterDraft, id: string, change: Partial<Omit<Dial, 'id'>>): CounterDraft {
  const before = draft.dials.find((dial) => dial.id === id)
  if (!before) return draft
  const after = { ...before, ...change }
  const dials = draft.dials.map((dial) => {
    if (dial.id === id)
      return { ...after, centre: clampToPicture(after.centre), radius: withinLimits(after.radius) }
    return dial.multiplier === after.multiplier ? { ...dial, multiplier: before.multiplier } : dial
  })
  return { ...draft, dials: sorted(dials) }
}

export const removeDial = (draft: CounterDraft, id: string): CounterDraft => ({
  ...draft,
  dials: draft.dials.filter((dial) => dial.id !== id),
})

/** 「×0.1の針」 */
export const dialName = ({ multiplier }: Pick<Dial, 'multiplier'>): string => `×${multiplier}の針`
