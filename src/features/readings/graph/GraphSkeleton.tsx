import { Skeleton, Stack } from '@mantine/core'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import classes from './GraphPanel.module.css'

export const GraphSkeleton = () => (
  <div className={classes.body}>
    <VisuallyHidden role="status">読み込み中</VisuallyHidden>
    <div className={classes.latest}>
      <Skeleton height={104} />
    </div>
    <Stack gap={16} miw={0}>
      <Skeleton height={40} />
      <Skeleton height="var(--chart-height)" />
    </Stack>
  </div>
)
