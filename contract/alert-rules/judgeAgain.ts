import {
  comparePositions,
  type RuleCase,
  type RuleContext,
  type RuleEvent,
  type RuleReading,
  type RuleState,
} from './engine.ts'
import { replay } from './replay.ts'
import type { Judging } from './rule.ts'

/** A case as it is stored. */
export interface StoredCase extends RuleCase {
  id: number
  /** 修正後は正常: the readings that opened it were corrected, moved or deleted. */
  isCorrected: boolean
  /** Whether people were told that it opened; one that was found when it was over, they were not. */
  isTold: boolean
}

/** What changes where readings are judged again. */
export interface CaseChanges {
  state: RuleState
  /** As they are now; a case that is not corrected any more is among them. */
  update: StoredCase[]
  insert: RuleCase[]
  /** Cases that these readings do not open any more: they are 修正後は正常, an open one from the latest reading on. */
  correct: StoredCase[]
  /** What people are told: a case that opened or got worse, was not known to them and goes on. */
  tell: RuleEvent[]
  /** Cases that people know and that values have ended: they are told that as well. */
  ended: StoredCase[]
}

/**
 * Judges readings again, because one of them arrived late, was corrected, moved or deleted. `before`: the state before
 * the first that changed; `readings`: all that follow it, in the order of measurement; `stored`: the cases of the meter
 * and rule that were not closed before it, by their beginning.
 *
 * A case follows the first stored one that it overlaps, if possible one that is not corrected, so that people who know it
 * are not told again.
 */
export function judgeAgain(
  rule: Judging,
  context: RuleContext,
  before: RuleState,
  readings: Iterable<RuleReading>,
  stored: readonly StoredCase[],
): CaseChanges {
  const { cases, state } = replay(rule, context, readings, before)
  const changes: CaseChanges = { state, update: [], insert: [], correct: [], tell: [], ended: [] }
  const left = stored.toSorted((a, b) => Number(a.isCorrected) - Number(b.isCorrected))
  for (const found of cases) {
    const index = left.findIndex((known) => isOverlapping(known, found))
    const known = left[index]
    if (known === undefined) {
      changes.insert.push(found)
      if (found.closed === null) changes.tell.push({ type: 'opened', case: found })
      continue
    }
    left.splice(index, 1)
    const goesOn = found.closed === null
    const now = { ...found, id: known.id, isCorrected: false, isTold: known.isTold || goesOn }
    if (!isSame(known, now)) changes.update.push(now)
    const isWorse = known.level === 'warning' && found.level === 'alarm'
    if (goesOn && !known.isTold) changes.tell.push({ type: 'opened', case: now })
    else if (goesOn && isWorse) changes.tell.push({ type: 'upgraded', case: now })
    if (!goesOn && known.isTold && known.closed === null) changes.ended.push(now)
  }
  changes.correct = left
    .filter(({ isCorrected }) => !isCorrected)
    .map((known) => ({ ...known, closed: known.closed ?? state.last ?? known.opened, isCorrected: true }))
  return changes
}

/** The ends are included: a case that was corrected at once has its latest reading as both. */
const isOverlapping = (a: RuleCase, b: RuleCase): boolean =>
  (a.closed === null || comparePositions(b.began, a.closed) <= 0) &&
  (b.closed === null || comparePositions(a.began, b.closed) <= 0)

const isSame = (known: StoredCase, found: RuleCase): boolean =>
  !known.isCorrected &&
  known.level === found.level &&
  isSamePosition(known.began, found.began) &&
  isSamePosition(known.opened, found.opened) &&
  isSamePosition(known.upgraded, found.upgraded) &&
  isSamePosition(known.closed, found.closed)

type MaybePosition = RuleCase['closed']

const isSamePosition = (a: MaybePosition, b: MaybePosition): boolean =>
  a === null || b === null ? a === b : comparePositions(a, b) === 0
