import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTransition } from 'react'
import { useMinute } from '../../ui/clock.ts'
import { ageWords } from '../../ui/timeWords.ts'

interface Props {
  /** When what is shown was fetched, in milliseconds since 1970; 0: nothing is shown yet. */
  fetchedAt: number
  onRefresh: () => Promise<unknown>
}

/** Reloads, and says how old that is which is shown. What reloads by itself does not make it busy. */
export function RefreshButton({ fetchedAt, onRefresh }: Props) {
  const now = useMinute()
  const [refreshing, startRefreshing] = useTransition()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={refreshing}
      onClick={() =>
        startRefreshing(async () => {
          await onRefresh()
        })
      }
    >
      {fetchedAt === 0 ? '更新' : `更新（${ageWords(fetchedAt, now)}）`}
    </Button>
  )
}
