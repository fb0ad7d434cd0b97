import { Box, Button } from '@mantine/core'
import { use } from 'react'
import { formatNumber } from '../../../text/formatNumber.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { emptyText, ValueText } from '../readings/ValueText.tsx'
import classes from './PointTooltip.module.css'
import { breaksByPoint, type SeriesPoint } from './seriesPoints.ts'

interface Props {
  of: SeriesPoint
  /** Position in the chart, px. */
  x: number
  y: number
  room: { width: number; height: number }
  /** For touch, where pressing the point again is unreliable. */
  onOpen: (() => void) | null
}

/** Tooltip of a point. */
export function PointTooltip({ of: { series, point }, x, y, room, onOpen }: Props) {
  const zone = use(TimeZone)
  const replaced = breaksByPoint(series).get(point.id)
  const side = x > room.width / 2 ? 'left' : 'right'
  const lift = y > room.height / 2 ? 'up' : 'down'
  return (
    <div
      className={classes.card}
      style={{ left: x, top: y }}
      data-side={side}
      data-lift={lift}
      data-press={onOpen ? true : undefined}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
    >
      <Box component="span" fw={700} lh={1.35} className="break-anywhere">
        {series.name}
      </Box>
      <ValueText
        value={point.value}
        unit={series.unit}
        decimals={series.decimals}
        abnormal={point.abnormal}
        state={point.state}
        type={series.type}
        size="md"
      />
      <Box component="span" c="dimmed" className="tabular-nums">
        {formatFullTime(point.at, zone)}
      </Box>
      {replaced && (
        <Box component="span" c="dimmed" className="tabular-nums">
          交換後の最初の値
          <br />
          {`交換 ${formatFullTime(replaced.at, zone)}`}
        </Box>
      )}
      {onOpen && (
        <Button size="sm" variant="light" onClick={onOpen}>
          詳細
        </Button>
      )}
    </div>
  )
}

/** The same as a sentence for screen readers. */
export function pointText({ series, point }: SeriesPoint, zone: string): string {
  const value =
    point.value === null
      ? emptyText(point.state ?? null, series.type)
      : `${formatNumber(point.value, series.decimals)} ${series.unit ?? ''}`.trimEnd()
  const replaced = breaksByPoint(series).get(point.id)
  return [
    series.name,
    formatFullTime(point.at, zone),
    value,
    point.abnormal && '異常',
    replaced && `${formatFullTime(replaced.at, zone)}の交換後の最初の値`,
  ]
    .filter(Boolean)
    .join('、')
}
