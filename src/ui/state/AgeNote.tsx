import { useNetwork } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import { useMinute } from '../text/clock.ts'
import { PlainTime } from '../text/PlainTime.tsx'
import { ageWords } from '../text/timeWords.ts'
import classes from './AgeNote.module.css'

interface Props {
  /** When what is shown was fetched (`dataUpdatedAt` of the query), in milliseconds since 1970. */
  fetchedAt: number
}

/** Without signal, above what is shown: how old it is. Nothing while online. */
export function AgeNote({ fetchedAt }: Props) {
  const { online } = useNetwork()
  const now = useMinute()
  if (online || fetchedAt === 0) return null
  return (
    <p className={classes.note} role="status">
      <IconCloudOff size={18} aria-hidden />
      <span>
        {ageWords(fetchedAt, now)}（<PlainTime time={new Date(fetchedAt).toISOString()} />
        ）の内容です
      </span>
    </p>
  )
}
