import type { ReactNode } from 'react'
import classes from './Board.module.css'
import { IndexLines, Remarks, remarksOf, StatePill, UsageLines } from './boardColumns.tsx'
import type { BoardMeter } from './boardRows.ts'

interface Props {
  row: BoardMeter
  reason: ReactNode
  repairs: ReactNode
}

/** A meter of a board where there is no room for a table: what is done about it is below its facts. */
export const BoardCard = ({ row, reason, repairs }: Props) => (
  <article className={classes.card} aria-label={row.name}>
    <h2 className={classes.heading}>
      {row.name} <StatePill row={row} />
    </h2>
    <div className={classes.facts}>
      <span>
        使用量 <UsageLines row={row} />
      </span>
      <span>
        今回 <IndexLines row={row} index={row.end} />
      </span>
    </div>
    {remarksOf(row).length > 0 && <Remarks row={row} />}
    {reason}
    {repairs}
  </article>
)
