import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { use } from 'react'
import { FailureTexts } from '../state/failures.ts'
import { useMinute } from '../text/clock.ts'
import { ageWords } from '../text/timeWords.ts'
import classes from './RefreshFailure.module.css'

interface Props {
  error: unknown
  /** When what is shown was fetched, in milliseconds since 1970. */
  fetchedAt: number
  retry: () => void
}

/** Above what is shown: it could not be renewed, and how old it is. Without signal `AgeNote` says so. */
export function RefreshFailure({ error, fetchedAt, retry }: Props) {
  const { online } = useNetwork()
  const now = useMinute()
  const textOf = use(FailureTexts)
  if (!online) return null
  return (
    <div className={classes.note} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {textOf(error).title}。{ageWords(fetchedAt, now)}の内容です。
      </span>
      <Button size="compact-md" variant="default" onClick={retry}>
        再試行
      </Button>
    </div>
  )
}
