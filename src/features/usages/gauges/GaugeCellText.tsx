import { UnstyledButton } from '@mantine/core'
import { use } from 'react'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import type { Statistic, View } from '../search.ts'
import classes from './GaugeCellText.module.css'
import type { GaugeCell, GaugeRow } from './gaugeTable.ts'
import { extremeMarks, shortTime, statisticNames, statisticText } from './gaugeTexts.ts'

interface Props {
  row: GaugeRow
  cell: GaugeCell
  view: View
  shown: readonly Statistic[]
  hasTimes: boolean
  /** The period, for screen readers. */
  period: string
  onOpen: () => void
  /** Reached by Tab; the others by arrow keys. */
  isTabStop: boolean
  /** On a card, which has no column for the unit. */
  hasUnit: boolean
}

/** Maximum, minimum and mean of a period, a line each; opens the readings of the extremes. */
export function GaugeCellText(props: Props) {
  const { row, cell, view, shown, hasTimes, period, onOpen, isTabStop, hasUnit } = props
  const zone = use(TimeZone)
  if (cell.isFuture) return null
  if (cell.count === 0) return <span className={classes.quiet}>測定なし</span>
  const lines = shown.map((statistic) => {
    const extreme = statistic === 'mean' ? null : cell[statistic]
    const value = statisticText(cell, statistic, row.decimals)
    return {
      statistic,
      name: shown.length > 1 ? statisticNames[statistic] : '',
      marks: [
        ...(extreme === null ? [] : extremeMarks(extreme)),
        ...(cell.isSoFar && statistic === shown.at(-1) ? ['途中'] : []),
      ].join('・'),
      time: extreme !== null && hasTimes ? shortTime(extreme.at, view, zone) : '',
      value: hasUnit ? `${value} ${row.unit}` : value,
    }
  })
  return (
    <UnstyledButton
      className={classes.cell}
      // Has the visible text unchanged, by which people who speak find the button.
      aria-label={[
        `${row.name} ${period}${hasUnit || !row.unit ? '' : `（${row.unit}）`}`,
        lines
          .flatMap(({ name, marks, time, value }) => [name, marks, time, value])
          .filter(Boolean)
          .join(' '),
        '測定値を表示',
      ].join('、')}
      data-grid-cell
      data-wraps={hasUnit || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onOpen}
    >
      {lines.map(({ statistic, name, marks, time, value }) => (
        <span key={statistic} className={classes.line}>
          {name && <span className={`${classes.quiet} ${classes.detail}`}>{name} </span>}
          {marks && <span className={classes.quiet}>{marks} </span>}
          {time && <span className={`${classes.quiet} ${classes.detail}`}>{time} </span>}
          <span className={classes.value}>{value}</span>{' '}
        </span>
      ))}
    </UnstyledButton>
  )
}
