import { Skeleton, Stack } from '@mantine/core'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

interface RowsProps {
  count?: number
  /** Px: 44 for tables, the card's height for cards. */
  height?: number
}

const Waiting = () => <VisuallyHidden role="status">読み込み中</VisuallyHidden>

/** Of a table or cards. */
export const RowSkeletons = ({ count = 8, height = 44 }: RowsProps) => (
  <Stack gap="xs">
    <Waiting />
    {numbers(count).map((row) => (
      <Skeleton key={row} height={height} />
    ))}
  </Stack>
)

/** Of a detail: picture and facts. */
export const DetailSkeleton = () => (
  <Stack gap="xs">
    <Waiting />
    <Skeleton height={240} />
    {numbers(6).map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </Stack>
)
