import { UnstyledButton } from '@mantine/core'
import classes from './UsageCellText.module.css'
import type { UsageCell, UsageTableRow } from './usageTable.ts'
import { changeText, markTexts, usageText } from './usageTexts.ts'

interface Props {
  row: UsageTableRow
  cell: UsageCell
  /** Names of the comparisons to show, by their keys. */
  comparisons?: readonly { key: 'previous' | 'yearly'; short: string }[]
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
  const known = hasUnit && cell.usage !== null ? `${value} ${row.unit}` : value
  const marks = markTexts(cell).join('・')
  const changes = comparisons.flatMap(({ key, short }) => {
    const change = cell.changes[key]
    return change === null ? [] : `${short} ${changeText(change)}`
  })
  const content = (
    <>
      <span className={classes.value} data-unknown={cell.usage === null || undefined}>
        {known}
      </span>
      {marks && <span className={classes.marks}> {marks}</span>}
      {changes.map((change) => (
        <span key={change} className={classes.change}>
          {' '}
          {change}
        </span>
      ))}
    </>
  )
  if (value === '') return null
  if (onOpen === undefined) {
    return (
      <span className={classes.cell} data-sum data-line={hasUnit || undefined}>
        {content}
      </span>
    )
  }
  return (
    <UnstyledButton
      className={classes.cell}
      data-line={hasUnit || undefined}
      // Has the visible text unchanged, by which people who speak find the button.
      aria-label={[
        `${row.name} ${period}${hasUnit || !row.unit ? '' : `（${row.unit}）`}`,
        [known, marks, ...changes].filter(Boolean).join(' '),
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
