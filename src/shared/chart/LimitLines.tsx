import { type Level, levelLabel } from '../../../contract/alert-rules/levels.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { rangeDecimals } from '../../../text/rangeText.ts'
import classes from './LimitLines.module.css'
import type { Projection } from './projection.ts'
import type { ValueAxis } from './valueAxis.ts'

/** A value by which an alert rule opens or closes. */
export interface Limit {
  name: '注意' | '警報' | '解消'
  value: number
}

/** The values beyond which a rule opens alerts, the alarm first. */
export const openingLimits = ({ alarm, warning }: Record<Level, number | null>): Limit[] => [
  ...(alarm === null ? [] : [{ name: levelLabel.alarm, value: alarm }]),
  ...(warning === null ? [] : [{ name: levelLabel.warning, value: warning }]),
]

interface Props {
  limits: readonly Limit[]
  axis: ValueAxis
}

const isOutside = (value: number, { low, high }: ValueAxis) => value < low || value > high

/** Above a chart: what its lines are. */
export const LimitKeys = ({
  limits,
  axis,
  decimals,
  unit = '',
}: Props & { decimals: number | null; unit?: string | undefined }) =>
  limits.map(({ name, value }) => (
    <span key={name} className={classes.key} data-limit={name}>
      {`${name} ${formatNumber(value, Math.max(decimals ?? 0, rangeDecimals(value, value)))} ${unit}`.trimEnd()}
      {isOutside(value, axis) && '（グラフの外）'}
    </span>
  ))

/** Limits as lines over the readings. */
export const LimitLines = ({ limits, axis, to }: Props & { to: Projection }) =>
  limits
    .filter(({ value }) => !isOutside(value, axis))
    .map(({ name, value }) => (
      <div
        key={name}
        className={classes.limit}
        data-limit={name}
        style={{ left: to.plot.x, width: to.plot.width, top: to.y(value) }}
      />
    ))

/** The lowest and the highest of them, between which an axis has to reach; null: there are none. */
export const spanOf = (limits: readonly Limit[]): readonly [number, number] | null => {
  const values = limits.map(({ value }) => value)
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)]
}
