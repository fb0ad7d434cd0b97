import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMinute } from '../../ui/clock.ts'
import { ageWords } from '../../ui/timeWords.ts'

interface Props {
  /** When what is shown was fetched, in milliseconds since 1970; 0: nothing is shown yet. */
  fetchedAt: number
  fetching: boolean
  onRefresh: () => void
}

/** Reloads, and says how old that is which is shown. */
export function RefreshButton({ fetchedAt, fetching, onRefresh }: Props) {
  const now = useMinute()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={fetching}
      onClick={onRefresh}
    >
      {fetchedAt === 0 ? '更新' : `更新（${ageWords(fetchedAt, now)}）`}
    </Button>
  )
}
