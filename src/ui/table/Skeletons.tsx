import { Skeleton } from '@mantine/core'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import classes from './Skeletons.module.css'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

interface RowsProps {
  count?: number
  /** Height of a row in px: 44 for tables, the card's for cards. */
  height?: number
}

const Waiting = () => <VisuallyHidden role="status">読み込み中</VisuallyHidden>

/** Rows of a table or cards of a list, before they are there. */
export const RowSkeletons = ({ count = 8, height = 44 }: RowsProps) => (
  <div className={classes.rows}>
    <Waiting />
    {numbers(count).map((row) => (
      <Skeleton key={row} height={height} />
    ))}
  </div>
)

/** A detail before it is there: picture and facts. */
export const DetailSkeleton = () => (
  <div className={classes.rows}>
    <Waiting />
    <Skeleton height={240} />
    {numbers(6).map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </div>
)
