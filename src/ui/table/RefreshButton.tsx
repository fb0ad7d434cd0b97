import { ActionIcon, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useWorking } from '../state/useWorking.ts'
import { useCorrectedTime, useCurrentMinute } from '../text/currentMinute.ts'
import { formatTimeAgo } from '../text/formatTime.ts'

interface Props {
  /** Milliseconds since 1970; 0: nothing loaded. */
  fetchedAt: number
  onRefresh: () => Promise<unknown>
  label?: string
  /** Icon only. */
  compact?: boolean
}

/** Reloads, and shows the data's age. Not busy during background refetches. */
export function RefreshButton({ fetchedAt, onRefresh, label = '更新', compact = false }: Props) {
  const now = useCurrentMinute()
  const at = useCorrectedTime(fetchedAt)
  const [refreshing, startRefreshing] = useWorking()
  const words = fetchedAt === 0 ? label : `${label}（${formatTimeAgo(at, now)}）`
  const refresh = () => startRefreshing(onRefresh)
  if (compact) {
    return (
      <ActionIcon variant="default" aria-label={words} loading={refreshing} onClick={refresh}>
        <IconRefresh size={20} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={refreshing}
      onClick={refresh}
    >
      {words}
    </Button>
  )
}
