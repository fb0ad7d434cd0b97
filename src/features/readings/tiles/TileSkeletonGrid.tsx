import { Skeleton } from '@mantine/core'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import classes from './TileGrid.module.css'
import { tileVariables } from './tileSize.ts'

interface Props {
  step: number
  narrow: boolean
}

const skeletons = Array.from({ length: 12 }, (_, index) => index)

export const TileSkeletonGrid = ({ step, narrow }: Props) => (
  <div style={tileVariables(step)} data-narrow={narrow || undefined} className={classes.tiles}>
    <VisuallyHidden role="status">読み込み中</VisuallyHidden>
    <div className={classes.row}>
      {skeletons.map((number) => (
        <Skeleton key={number} className={classes.skeleton} />
      ))}
    </div>
  </div>
)
