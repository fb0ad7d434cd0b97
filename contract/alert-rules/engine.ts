import type { ReadingState } from '../values/readingStates.ts'
import { isActive } from './activeHours.ts'
import { type Comparison, type CountingOfRule, compare, type Verdict } from './compare.ts'
import type { Level } from './levels.ts'
import type { Judging } from './rule.ts'

/** A reading's place in the order of measurement: when it was measured (milliseconds since 1970), then its id. */
export interface ReadingPosition {
  at: number
  id: number
}

/** What the engine knows of a reading. Imported ones and those of an unconfirmed time are left out by the caller. */
export interface RuleReading extends ReadingPosition {
  /** In the meter's unit; null: none. */
  value: number | null
  state: ReadingState
  /** Whether a person took the reading, so that one is enough to open a case. */
  isOfPerson: boolean
  /** Whether the meter was replaced since the reading before: the value is not compared with earlier ones. */
  isOfNewMeter: boolean
}

/** What the engine knows of the meter. */
export interface RuleContext {
  /** How the meter counts up; null: it does not. */
  counting: CountingOfRule | null
  /** Returns minutes east of Greenwich in the organization's zone, at milliseconds since 1970. */
  offsetMinutes: (at: number) => number
}

/** What a rule found at a meter, from its opening to its closing. */
export interface RuleCase {
  /** The first reading of the row that opened it. */
  began: ReadingPosition
  opened: ReadingPosition
  /** The worst level so far. */
  level: Level
  /** When the level became worse; null: never. */
  upgraded: ReadingPosition | null
  /** Null while it goes on. */
  closed: ReadingPosition | null
}

/** What a reading does to the case of a meter and rule. */
export interface RuleEvent {
  type: 'opened' | 'upgraded' | 'closed'
  case: RuleCase
}

/**
 * All that the engine remembers of a meter and rule between two readings. JSON holds it without loss, so that a restart
 * between any two readings changes nothing.
 */
export interface RuleState extends Comparison {
  /** The latest reading, whether it counts or not; null: none yet. */
  last: ReadingPosition | null
  /** Milliseconds between the latest readings, the latest last. */
  distances: readonly number[]
  /** Readings in a row that are at least so bad. */
  row: Readonly<Record<Level, number>>
  /** The first reading of the row; null: there is none. */
  began: ReadingPosition | null
  /** Readings in a row that are normal again while a case is open. */
  normal: number
  /** The open case; null: none. */
  open: RuleCase | null
}

/** The state before the first reading. */
export const initialState: RuleState = {
  last: null,
  distances: [],
  previous: null,
  unchangedSince: null,
  row: { warning: 0, alarm: 0 },
  began: null,
  normal: 0,
  open: null,
}

/** So many distances say how often the meter is read. */
const knownDistances = 5
/** A pause of more intervals interrupts what is in a row. */
const longestPause = 3

const noRow = { row: initialState.row, began: null }

/**
 * Advances the state of a meter and rule by the reading that follows, and returns what that opens, makes worse or closes.
 * Live readings, their later correction and 試算 all go through this function.
 *
 * A reading without a value, one that is not read yet, and an unsure one where only sure values count, neither count nor
 * interrupt a row. A pause of more than three usual intervals, whatever was measured before, interrupts it, and a row
 * begins again outside the active hours. A case stays open over both until readings close it.
 *
 * @throws RangeError if the reading does not follow the latest one.
 */
export function advance(
  rule: Judging,
  context: RuleContext,
  state: RuleState,
  reading: RuleReading,
): { state: RuleState; event: RuleEvent | null } {
  if (state.last !== null && comparePositions(state.last, reading) >= 0)
    throw new RangeError('a reading that does not follow the latest one must be judged again from before it')
  const isAwake = rule.active === null || isActive(rule.active, reading.at, context.offsetMinutes(reading.at))
  const isInterrupted = isAfterPause(state, reading)
  const { verdict, comparison } = compare(rule, context.counting, state, reading, {
    isInterrupted,
    isAwake,
  })
  const next: RuleState = {
    ...state,
    ...comparison,
    ...(isInterrupted && { ...noRow, normal: 0 }),
    ...(!isAwake && noRow),
    ...arrivalOf(state, reading),
  }
  if (verdict === null) return { state: next, event: null }
  return apply(rule, isAwake ? verdict : { ...verdict, level: null }, next, reading)
}

/** Counts a verdict in its row, and opens, upgrades or closes the case. */
function apply(
  rule: Judging,
  { level, isNormal }: Verdict,
  state: RuleState,
  reading: RuleReading,
): { state: RuleState; event: RuleEvent | null } {
  const position = { at: reading.at, id: reading.id }
  const row = {
    warning: level === null ? 0 : state.row.warning + 1,
    alarm: level === 'alarm' ? state.row.alarm + 1 : 0,
  }
  const normal = state.open !== null && isNormal ? state.normal + 1 : 0
  const began = level === null ? null : (state.began ?? position)
  const next = { ...state, row, began, normal }
  const { open } = state
  if (open !== null && normal >= rule.close_after) {
    const closed = { ...open, closed: position }
    return { state: { ...next, normal: 0, open: null }, event: { type: 'closed', case: closed } }
  }
  const reached = reachedLevel(row, rule.open_after ?? usualRow(rule, reading))
  if (reached === null || began === null || open?.level === 'alarm' || open?.level === reached)
    return { state: next, event: null }
  const changed: RuleCase =
    open === null
      ? { began, opened: position, level: reached, upgraded: null, closed: null }
      : { ...open, level: reached, upgraded: position }
  const type = open === null ? 'opened' : 'upgraded'
  return { state: { ...next, open: changed }, event: { type, case: changed } }
}

const reachedLevel = (row: RuleState['row'], needed: number): Level | null => {
  if (row.alarm >= needed) return 'alarm'
  return row.warning >= needed ? 'warning' : null
}

/** Returns how many readings in a row open a case where the rule does not say so. */
export function usualRow(
  { condition: { kind } }: { condition: Pick<Judging['condition'], 'kind'> },
  { isOfPerson }: Pick<RuleReading, 'isOfPerson'>,
): number {
  if (kind === 'unreadable') return 3
  return kind === 'unchanged' || isOfPerson ? 1 : 2
}

function arrivalOf({ last, distances }: RuleState, { at, id }: RuleReading) {
  const more = last === null ? [] : [at - last.at]
  return { last: { at, id }, distances: [...distances, ...more].slice(-knownDistances) }
}

/** Whether the meter was not read for more than three of its usual intervals. */
function isAfterPause({ last, distances }: RuleState, { at }: RuleReading): boolean {
  if (last === null || distances.length === 0) return false
  const sorted = distances.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
  return usual > 0 && at - last.at > longestPause * usual
}

export const comparePositions = (a: ReadingPosition, b: ReadingPosition): number => a.at - b.at || a.id - b.id
