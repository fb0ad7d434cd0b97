import { Skeleton } from '@mantine/core'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import classes from './Skeletons.module.css'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

interface RowsProps {
  count?: number
  /** Px: 44 for tables, the card's height for cards. */
  height?: number
}

const Waiting = () => <VisuallyHidden role="status">読み込み中</VisuallyHidden>

/** Of a table or cards. */
export const RowSkeletons = ({ count = 8, height = 44 }: RowsProps) => (
  <div className={classes.rows}>
    <Waiting />
    {numbers(count).map((row) => (
      <Skeleton key={row} height={height} />
    ))}
  </div>
)

/** Of a detail: picture and facts. */
export const DetailSkeleton = () => (
  <div className={classes.rows}>
    <Waiting />
    <Skeleton height={240} />
    {numbers(6).map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </div>
)
