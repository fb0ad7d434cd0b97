import { Skeleton } from '@mantine/core'
import { type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { HeaderLine } from '../../ui/layout/headerLine.ts'
import classes from './TodayLine.module.css'

/** What was due today and what came of it, in one row; nothing where nothing is due. On phones in the header. */
export function TodayLine({ children }: { children: ReactNode }) {
  const header = use(HeaderLine)
  const line = <div className={classes.line}>{children}</div>
  return header === null ? line : createPortal(line, header)
}

/** Keeps the place of a count that is loading, so that the tiles below do not move when it arrives. */
export const TodayPlace = () => (
  <span className={classes.place} aria-hidden>
    <Skeleton width="9em" height="1lh" />
  </span>
)
