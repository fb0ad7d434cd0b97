import { roundToDecimals } from '../../text/formatNumber.ts'
import { rangeDecimals } from '../../text/rangeText.ts'
import { decimalsAt, type Scale, usualBand } from './deadBand.ts'
import { type RuleCase, usualRow } from './engine.ts'
import { type Condition, type Judging, mostInARow } from './rule.ts'

/** Returns rules that open fewer cases than this one, the mildest change first. */
export function quieterRules(rule: Judging, scale: Scale): Judging[] {
  const { condition } = rule
  const usual = rule.open_after ?? usualRow(rule, { isOfPerson: false })
  const more = Math.min(usual < 3 ? 3 : usual + 2, mostInARow)
  const most = Math.min(more + 2, mostInARow)
  const inARow = (openAfter: number): Judging => ({ ...rule, open_after: openAfter })
  const withCondition = (changed: Condition): Judging => ({ ...rule, condition: changed })
  switch (condition.kind) {
    case 'limit': {
      const limit = condition.warning ?? condition.alarm ?? 0
      const [band, least] = [Math.abs(limit - condition.closing_limit), usualBand(scale, limit)]
      const sign = condition.direction === 'above' ? -1 : 1
      const closingAt = (width: number): Condition => ({
        ...condition,
        closing_limit: roundToDecimals(limit + sign * width, decimalsAt(scale, limit)),
      })
      const [wide, wider] = [closingAt(Math.max(2 * band, least)), closingAt(Math.max(4 * band, 2 * least))]
      return [
        withCondition(wide),
        inARow(more),
        { ...withCondition(wide), open_after: more },
        { ...withCondition(wider), open_after: most },
      ]
    }
    case 'change':
      return [2, 3].map((times) => {
        const amount = times * condition.amount
        return withCondition({ ...condition, amount: roundToDecimals(amount, decimalsOf(condition.amount)) })
      })
    case 'unchanged':
      return [2, 4].map((times) =>
        withCondition({ ...condition, hours: Math.min(times * condition.hours, 8760) }),
      )
    case 'unreadable':
      return [inARow(more), inARow(most)]
    case 'backwards': {
      const digit = 10 ** -(scale.decimals ?? 0)
      return [
        [2, 2],
        [4, 10],
      ].map(([times = 1, digits = 1]) => {
        const tolerance = Math.max(times * condition.tolerance, digits * digit)
        return withCondition({ ...condition, tolerance: roundToDecimals(tolerance, decimalsOf(tolerance)) })
      })
    }
  }
}

const decimalsOf = (value: number): number => rangeDecimals(value, value)

/** A rule and the cases that 試算 found with it, of all meters. */
export interface TriedRule {
  rule: Judging
  cases: readonly RuleCase[]
}

/** A rule whose cases are open for more than this many times as long hides what people have to know. */
const mostOpenTime = 3

/**
 * Returns the first of the quieter rules that opens at most a quarter of the cases, else the one with the fewest if that
 * is at most half of them. Null: none does. `until`: the end of 試算, in milliseconds since 1970.
 */
export function chooseQuieter(
  before: TriedRule,
  tried: readonly TriedRule[],
  until: number,
): TriedRule | null {
  const openTime = ({ cases }: TriedRule) =>
    cases.reduce((sum, { opened, closed }) => sum + (closed?.at ?? until) - opened.at, 0)
  const usable = tried.filter((one) => openTime(one) <= mostOpenTime * openTime(before))
  const quiet = usable.find(({ cases }) => 4 * cases.length <= before.cases.length)
  if (quiet) return quiet
  const [quietest] = usable.toSorted((a, b) => a.cases.length - b.cases.length)
  return quietest && 2 * quietest.cases.length <= before.cases.length ? quietest : null
}
