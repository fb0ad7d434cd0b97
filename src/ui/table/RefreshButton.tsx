import { ActionIcon, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTransition } from 'react'
import { useMinute } from '../text/clock.ts'
import { ageWords } from '../text/timeWords.ts'

interface Props {
  /** When what is shown was fetched, in milliseconds since 1970; 0: nothing is shown yet. */
  fetchedAt: number
  onRefresh: () => Promise<unknown>
  label?: string
  /** Only the sign, where room is scarce. */
  compact?: boolean
}

/** Reloads, and says how old that is which is shown. What reloads by itself does not make it busy. */
export function RefreshButton({ fetchedAt, onRefresh, label = '更新', compact = false }: Props) {
  const now = useMinute()
  const [refreshing, startRefreshing] = useTransition()
  const words = fetchedAt === 0 ? label : `${label}（${ageWords(fetchedAt, now)}）`
  const refresh = () =>
    startRefreshing(async () => {
      await onRefresh()
    })
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
