import { type Counting, differenceBetween, type Shown } from '../values/consumption.ts'
import type { ReadingState } from '../values/readingStates.ts'
import type { Level } from './levels.ts'
import type { Condition, Judging } from './rule.ts'

export type CountingOfRule = Omit<Counting, 'multiplier'>

/** The earlier values that a rule compares with; `at` in milliseconds since 1970. */
export interface Comparison {
  /** The latest value that counts. Kept for 変化量 and 逆回り; null: none to compare with. */
  previous: Shown | null
  /** Kept for 変化なし: the value that has not changed, and since when. */
  unchangedSince: Shown | null
}

/** What a reading says: how bad it is, null: not beyond a limit; and whether it counts towards closing. */
export interface Verdict {
  level: Level | null
  isNormal: boolean
}

interface Compared {
  /** Null: the reading neither counts nor interrupts a row. */
  verdict: Verdict | null
  comparison: Comparison
}

interface Circumstances {
  /** After a pause that interrupts what is in a row. */
  isInterrupted: boolean
  /** Within the active hours. */
  isAwake: boolean
}

type Given = { value: number | null; state: ReadingState; at: number; isOfNewMeter: boolean }

const unread: ReadonlySet<ReadingState> = new Set(['refused', 'fault', 'missing'])

/** Compares a reading with the condition of a rule and with earlier values. */
export function compare(
  { condition, includes_unsure: includesUnsure }: Pick<Judging, 'condition' | 'includes_unsure'>,
  counting: CountingOfRule | null,
  earlier: Comparison,
  { value, state, at, isOfNewMeter }: Given,
  { isInterrupted, isAwake }: Circumstances,
): Compared {
  const known = isOfNewMeter ? { previous: null, unchangedSince: null } : earlier
  const counts = value !== null && (includesUnsure || state !== 'unsure')
  if (condition.kind === 'unreadable')
    return {
      verdict: counts || unread.has(state) ? verdictOf(counts ? null : condition.level) : null,
      comparison: known,
    }
  if (!counts) return { verdict: null, comparison: known }
  const shown = { value, at }
  switch (condition.kind) {
    case 'limit':
      return { verdict: beyondLimits(condition, value), comparison: known }
    case 'change': {
      const before = isInterrupted ? null : known.previous
      const verdict = before && verdictOf(isFast(condition, before, shown, counting) ? condition.level : null)
      return { verdict, comparison: { ...known, previous: shown } }
    }
    case 'backwards': {
      const before = known.previous
      const change = before && changeBetween(before, shown, counting)
      const verdict =
        change === null ? null : verdictOf(exceeds(-change, condition.tolerance) ? condition.level : null)
      return { verdict, comparison: { ...known, previous: shown } }
    }
    case 'unchanged':
      return unchanged(condition, known, shown, isInterrupted || !isAwake)
  }
}

const verdictOf = (level: Level | null): Verdict => ({ level, isNormal: level === null })

type ConditionOf<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>

function beyondLimits(
  { direction, warning, alarm, closing_limit: closing }: ConditionOf<'limit'>,
  value: number,
): Verdict {
  const isBeyond = (limit: number | null) =>
    limit !== null && (direction === 'above' ? value > limit : value < limit)
  const level = isBeyond(alarm) ? 'alarm' : isBeyond(warning) ? 'warning' : null
  return { level, isNormal: level === null && !isBeyond(closing) }
}

const minute = 60_000

function isFast(
  { direction, amount, minutes }: ConditionOf<'change'>,
  before: Shown,
  shown: Shown,
  counting: CountingOfRule | null,
): boolean {
  const change = changeBetween(before, shown, counting)
  const signed = direction === 'either' ? Math.abs(change) : direction === 'rise' ? change : -change
  // Two readings of one moment have no time between them: any change is fast.
  return signed > 0 && exceeds(signed * minutes * minute, amount * (shown.at - before.at))
}

/** What a counter counted, over its rollover where that is plausible, or by how much another meter's value changed. */
const changeBetween = (before: Shown, shown: Shown, counting: CountingOfRule | null): number =>
  (counting && differenceBetween(before, shown, counting)?.amount) ?? shown.value - before.value

/** The time begins again, but not the value, after a pause and outside the active hours. */
function unchanged(
  { hours, tolerance, level }: ConditionOf<'unchanged'>,
  known: Comparison,
  shown: Shown,
  beginsAgain: boolean,
): Compared {
  const since = known.unchangedSince
  const hasChanged = since !== null && exceeds(Math.abs(shown.value - since.value), tolerance)
  if (since === null || hasChanged || beginsAgain) {
    const value = since === null || hasChanged ? shown.value : since.value
    const comparison = { ...known, unchangedSince: { value, at: shown.at } }
    return { verdict: { level: null, isNormal: hasChanged }, comparison }
  }
  const isTooLong = shown.at - since.at >= hours * 60 * minute
  return { verdict: { level: isTooLong ? level : null, isNormal: false }, comparison: known }
}

/** 0.80 − 0.70 is a little more than 0.10 in binary. */
const exceeds = (amount: number, limit: number): boolean =>
  amount - limit > 1e-9 * Math.max(Math.abs(amount), Math.abs(limit))
