import { isAtNight } from './activeHours.ts'
import {
  advance,
  initialState,
  type RuleCase,
  type RuleContext,
  type RuleReading,
  type RuleState,
} from './engine.ts'
import type { Judging } from './rule.ts'

/** Cases by their opening, an open one last, and the state behind the last reading. */
export interface Replay {
  cases: RuleCase[]
  state: RuleState
}

/**
 * Returns the cases that a rule opens in readings, which are in the order of measurement: 試算. `from`: the state before
 * the first reading; its open case is the first one.
 */
export function replay(
  rule: Judging,
  context: RuleContext,
  readings: Iterable<RuleReading>,
  from: RuleState = initialState,
): Replay {
  const cases: RuleCase[] = []
  let state = from
  for (const reading of readings) {
    const advanced = advance(rule, context, state, reading)
    state = advanced.state
    if (advanced.event?.type === 'closed') cases.push(advanced.event.case)
  }
  return { cases: state.open === null ? cases : [...cases, state.open], state }
}

/** What people want to know of a rule before they switch it on. */
export interface ReplaySummary {
  count: number
  alarms: number
  /** Cases of a week, on average. */
  perWeek: number
  /** Cases that open between 22:00 and 6:00. */
  atNight: number
  /** Whether there is more than one a week, so that people would soon ignore them. */
  isNoisy: boolean
}

const week = 7 * 86_400_000
/** More cases a week are noise: people would soon ignore them. */
export const mostPerWeek = 1

/** Summarizes the cases of one meter. `span`: milliseconds since 1970, not empty. */
export function summaryOf(
  cases: readonly RuleCase[],
  span: { from: number; to: number },
  { offsetMinutes }: Pick<RuleContext, 'offsetMinutes'>,
): ReplaySummary {
  const perWeek = (cases.length * week) / (span.to - span.from)
  return {
    count: cases.length,
    alarms: cases.filter(({ level }) => level === 'alarm').length,
    perWeek,
    atNight: cases.filter(({ opened: { at } }) => isAtNight(at, offsetMinutes(at))).length,
    isNoisy: perWeek > mostPerWeek,
  }
}
