import { useNetwork } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import { useCorrectedTime, useCurrentMinute } from '../text/currentMinute.ts'
import { formatTimeAgo } from '../text/formatTime.ts'
import { PlainTime } from '../text/PlainTime.tsx'
import classes from './AgeNote.module.css'

interface Props {
  /** Query's `dataUpdatedAt`, milliseconds since 1970. */
  fetchedAt: number
}

/** Age of cached data; offline only. */
export function AgeNote({ fetchedAt }: Props) {
  const { online } = useNetwork()
  const now = useCurrentMinute()
  const at = useCorrectedTime(fetchedAt)
  if (online || fetchedAt === 0) return null
  return (
    <p className={classes.note} role="status">
      <IconCloudOff size={18} aria-hidden />
      <span>
        {formatTimeAgo(at, now)}（<PlainTime time={new Date(at).toISOString()} />
        ）の内容です
      </span>
    </p>
  )
}
