import { UnstyledButton } from '@mantine/core'
import classes from './UsageCellText.module.css'
import type { UsageCell, UsageTableRow } from './usageTable.ts'
import { changeText, markTexts, usageText } from './usageTexts.ts'

interface Props {
  row: UsageTableRow
  cell: UsageCell
  /** Names of the comparisons to show, by their keys. */
  comparisons?: readonly { key: 'previous' | 'yearly'; short: string; name: string }[]
  /** The period, for screen readers. */
  period: string
  /** Shows the proof; absent for sums. */
  onOpen?: (() => void) | undefined
  /** Reached by Tab; the others by arrow keys. */
  isTabStop?: boolean
  /** On a card, which has no column for the unit. */
  hasUnit?: boolean
}

/** A usage with its marks, and by how much it differs a day. */
export function UsageCellText({
  row,
  cell,
  comparisons = [],
  period,
  onOpen,
  isTabStop = true,
  hasUnit,
}: Props) {
  const value = usageText(cell, row)
  const marks = markTexts(cell)
  const changes = comparisons.flatMap(({ key, short, name }) => {
    const change = cell.changes[key]
    return change === null ? [] : [{ key, short, name, text: changeText(change) }]
  })
  const content = (
    <>
      <span className={classes.value} data-unknown={cell.usage === null || undefined}>
        {value}
        {hasUnit && cell.usage !== null && ` ${row.unit}`}
      </span>
      {marks.length > 0 && <span className={classes.marks}>{marks.join('・')}</span>}
      {changes.map(({ key, short, text }) => (
        <span key={key} className={classes.change}>
          {short} {text}
        </span>
      ))}
    </>
  )
  if (value === '') return null
  if (onOpen === undefined) {
    return (
      <span className={classes.cell} data-sum>
        {content}
      </span>
    )
  }
  const spoken = [`${value} ${cell.usage === null ? '' : row.unit}`.trimEnd(), ...marks]
  return (
    <UnstyledButton
      className={classes.cell}
      aria-label={[
        `${row.name} ${period}`,
        ...spoken,
        ...changes.map(({ name, text }) => `${name} ${text}`),
        '根拠を表示',
      ].join('、')}
      data-grid-cell
      tabIndex={isTabStop ? 0 : -1}
      onClick={onOpen}
    >
      {content}
    </UnstyledButton>
  )
}
