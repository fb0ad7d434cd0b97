import type { ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import type { Condition } from '../../../contract/alert-rules/rule.ts'
import { type Limit, LimitLines, openingLimits } from '../../shared/chart/LimitLines.tsx'
import type { Projection } from '../../shared/chart/projection.ts'
import type { ValueAxis } from '../../shared/chart/valueAxis.ts'
import classes from './trial.module.css'

/** The values that a chart draws as lines. */
export const limitsOf = (condition: Condition): Limit[] =>
  condition.kind === 'limit'
    ? [...openingLimits(condition), { name: '解消', value: condition.closing_limit }]
    : []

interface Props {
  to: Projection
  axis: ValueAxis
  limits: readonly Limit[]
  cases: ReplayAnswer['cases']
}

/** Px: a shorter case could not be seen. */
const leastWidth = 3

/** Over the readings: limits as lines, the dead band between the first limit and the closing one, cases as columns. */
export function TrialMarks({ to, axis, limits, cases }: Props) {
  const { plot } = to
  const y = (value: number) => to.y(Math.min(Math.max(value, axis.low), axis.high))
  const closing = limits.at(-1)
  const first = limits.at(-2)
  return (
    <>
      {columnsOf(cases, to).map(({ left, right }) => (
        <div
          key={left}
          className={classes.case}
          style={{ left, width: right - left, top: plot.y, height: plot.height }}
        />
      ))}
      {closing && first && (
        <div
          className={classes.band}
          style={{
            left: plot.x,
            width: plot.width,
            top: Math.min(y(closing.value), y(first.value)),
            height: Math.abs(y(closing.value) - y(first.value)),
          }}
        />
      )}
      <LimitLines limits={limits} axis={axis} to={to} />
    </>
  )
}

/** Where cases are drawn, in px; those that touch are one column. */
function columnsOf(cases: ReplayAnswer['cases'], { plot, viewport, x }: Projection) {
  const columns: { left: number; right: number }[] = []
  const end = plot.x + plot.width
  for (const { opened_at: opened, closed_at: closed } of cases) {
    const [begin, until] = [Date.parse(opened), closed === null ? viewport.to : Date.parse(closed)]
    if (until < viewport.from || begin > viewport.to) continue
    const left = Math.max(plot.x, x(begin))
    const right = Math.min(end, Math.max(x(until), left + leastWidth))
    const last = columns.at(-1)
    if (last && left - last.right < 1) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}
