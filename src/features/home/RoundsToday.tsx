import { Flex } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { use } from 'react'
import { isLate, stateOf } from '../../lib/rounds/roundState.ts'
import { useRounds } from '../../lib/rounds/useRounds.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import classes from './TodayLine.module.css'
import { TodayPlace } from './TodayLine.tsx'

/** How many of the rounds that are due today are done, and how many are late; nothing where none is due or late. */
export function RoundsToday() {
  const { rounds = [], isPending, dataUpdatedAt, error } = useRounds()
  const { online } = useNetwork()
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const today = todayIn(zone, now)
  const due = rounds.filter(({ due_at }) => due_at !== null && todayIn(zone, Date.parse(due_at)) === today)
  const done = due.filter((round) => stateOf(round, now) === 'done')
  const late = rounds.filter((round) => isLate(round, now))
  if (due.length === 0 && late.length === 0) {
    // The rounds of an earlier day do not say what is due today.
    const isOutdated = isPending || (rounds.length > 0 && todayIn(zone, dataUpdatedAt) !== today)
    return isOutdated && online && error === null && <TodayPlace />
  }
  return (
    <span className={late.length > 0 ? classes.late : undefined}>
      <ScreenLink route="/rounds">
        点検ルート
        {due.length > 0 && (
          <>
            {` ${done.length} / `}
            <span className={classes.wordy}>予定 </span>
            {due.length}
            <span className={classes.wordy}>（今日）</span>
          </>
        )}
        {late.length > 0 && (
          <Flex
            component="span"
            display="inline-flex"
            gap={4}
            align="center"
            ml={8}
            fw={600}
            lh={1}
            c="var(--abnormal-text)"
          >
            <IconAlertTriangleFilled size={14} aria-hidden />
            遅れ {late.length}件
          </Flex>
        )}
      </ScreenLink>
    </span>
  )
}
