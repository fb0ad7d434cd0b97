import { UnstyledButton } from '@mantine/core'
import { use } from 'react'
import { TimeZone } from '../../../ui/text/clock.ts'
import { fullTime } from '../../../ui/text/timeWords.ts'
import { ValueText } from '../../../ui/text/ValueText.tsx'
import { type Line, pointsWithin, type Spot } from './lines.ts'
import classes from './PointTable.module.css'
import type { TimeWindow } from './timeWindow.ts'

interface Props {
  lines: readonly Line[]
  shown: TimeWindow
  onOpen: (spot: Spot) => void
}

/** The list of the data page holds all of them. */
const most = 300

/** What the chart shows, in figures, newest first. */
export function PointTable({ lines, shown, onOpen }: Props) {
  const zone = use(TimeZone)
  const spots = lines
    .flatMap((line) => pointsWithin(line.points, shown).map((point) => ({ line, point })))
    .sort((a, b) => b.point.at - a.point.at)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className={classes.scroll} aria-label="グラフの測定値" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">測定日時</th>
            {lines.length > 1 && <th scope="col">メーター名</th>}
            <th scope="col" className={classes.value}>
              測定値
            </th>
          </tr>
        </thead>
        <tbody>
          {spots.slice(0, most).map((spot) => (
            <tr key={`${spot.line.meterId}-${spot.point.id}`}>
              <td>
                <UnstyledButton className={classes.open} onClick={() => onOpen(spot)}>
                  {fullTime(spot.point.at, zone)}
                </UnstyledButton>
              </td>
              {lines.length > 1 && <td>{spot.line.name}</td>}
              <td className={classes.value}>
                <ValueText
                  value={spot.point.value}
                  unit={spot.line.unit}
                  decimals={spot.line.decimals}
                  abnormal={spot.point.abnormal}
                  size="sm"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {spots.length > most && (
        <p className={classes.note}>
          {`グラフの${spots.length.toLocaleString('ja-JP')}点のうち新しい${most}点です。すべての測定値はデータ一覧で確認できます。`}
        </p>
      )}
    </section>
  )
}
