import type { ReactNode } from 'react'
import classes from './TodayLine.module.css'

/** What was due today and what came of it, in one row; nothing where nothing is due. */
export const TodayLine = ({ children }: { children: ReactNode }) => (
  <div className={classes.line}>{children}</div>
)
