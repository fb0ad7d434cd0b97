import { Box, UnstyledButton } from '@mantine/core'
import { use } from 'react'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { ValueText } from '../readings/ValueText.tsx'
import type { Viewport } from './chartViewport.ts'
import classes from './PointTable.module.css'
import { type ChartSeries, pointsWithin, type SeriesPoint } from './seriesPoints.ts'

interface Props {
  words: {
    /** Of the table as a whole. */
    label: string
    /** Heads of the columns. */
    name: string
    value: string
    /** Where the points that are left out stand. */
    rest: string
  }
  series: readonly ChartSeries[]
  viewport: Viewport
  onOpen: (point: SeriesPoint) => void
}

/** A reader of the table looks for a few; more would only be slow. */
const maxRows = 300

/** The chart's values as a table, newest first. */
export function PointTable({ words, series, viewport, onOpen }: Props) {
  const zone = use(TimeZone)
  const points = series
    .flatMap((each) => pointsWithin(each.points, viewport).map((point) => ({ series: each, point })))
    .sort((a, b) => b.point.at - a.point.at)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className={classes.scroll} aria-label={words.label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">測定日時</th>
            {series.length > 1 && <th scope="col">{words.name}</th>}
            <th scope="col" className={classes.value}>
              {words.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.slice(0, maxRows).map((each) => (
            <tr key={`${each.series.id}-${each.point.id}`}>
              <td>
                <UnstyledButton className={classes.open} onClick={() => onOpen(each)}>
                  {formatFullTime(each.point.at, zone)}
                </UnstyledButton>
              </td>
              {series.length > 1 && <td>{each.series.name}</td>}
              <td className={classes.value}>
                <ValueText
                  value={each.point.value}
                  unit={each.series.unit}
                  decimals={each.series.decimals}
                  abnormal={each.point.abnormal}
                  state={each.point.state}
                  type={each.series.type}
                  size="sm"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {points.length > maxRows && (
        <Box component="p" py="xs" px="sm" fz="sm" c="dimmed">
          {`グラフの${points.length.toLocaleString('ja-JP')}点のうち新しい${maxRows}点です。${words.rest}`}
        </Box>
      )}
    </section>
  )
}
