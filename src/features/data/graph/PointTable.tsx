import { UnstyledButton } from '@mantine/core'
import { use } from 'react'
import { TimeZone } from '../../../ui/text/clock.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import { ValueText } from '../../../ui/text/ValueText.tsx'
import classes from './PointTable.module.css'
import { type ChartSeries, pointsWithin, type SeriesPoint } from './seriesPoints.ts'
import type { Viewport } from './viewport.ts'

interface Props {
  series: readonly ChartSeries[]
  viewport: Viewport
  onOpen: (point: SeriesPoint) => void
}

/** Limit; the list tab has all. */
const maxRows = 300

/** The chart's values as a table, newest first. */
export function PointTable({ series, viewport, onOpen }: Props) {
  const zone = use(TimeZone)
  const points = series
    .flatMap((each) => pointsWithin(each.points, viewport).map((point) => ({ series: each, point })))
    .sort((a, b) => b.point.at - a.point.at)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className={classes.scroll} aria-label="グラフの測定値" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">測定日時</th>
            {series.length > 1 && <th scope="col">メーター名</th>}
            <th scope="col" className={classes.value}>
              測定値
            </th>
          </tr>
        </thead>
        <tbody>
          {points.slice(0, maxRows).map((each) => (
            <tr key={`${each.series.meterId}-${each.point.id}`}>
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
                  size="sm"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {points.length > maxRows && (
        <p className={classes.note}>
          {`グラフの${points.length.toLocaleString('ja-JP')}点のうち新しい${maxRows}点です。すべての測定値はデータ一覧で確認できます。`}
        </p>
      )}
    </section>
  )
}
