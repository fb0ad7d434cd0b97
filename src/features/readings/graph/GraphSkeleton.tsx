import { Skeleton } from '@mantine/core'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import classes from './GraphPanel.module.css'

export const GraphSkeleton = () => (
  <div className={classes.body}>
    <VisuallyHidden role="status">読み込み中</VisuallyHidden>
    <div className={classes.latest}>
      <Skeleton height={104} />
    </div>
    <div className={classes.charts}>
      <Skeleton height={40} />
      <Skeleton className={classes.skeleton} />
    </div>
  </div>
)
