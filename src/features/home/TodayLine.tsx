import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './TodayLine.module.css'

/** What was due today and what came of it, in one row; nothing where nothing is due. */
export const TodayLine = ({ children }: { children: ReactNode }) => (
  <div className={classes.line}>{children}</div>
)

/** Keeps the place of a count that is loading, so that the tiles below do not move when it arrives. */
export const TodayPlace = () => (
  <span className={classes.place} aria-hidden>
    <Skeleton width="9em" height="1lh" />
  </span>
)
