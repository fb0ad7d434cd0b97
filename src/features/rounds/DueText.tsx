import { use } from 'react'
import type { PastRound, Round } from '../../../contract/rounds.ts'
import { useCorrectedMinute } from '../../lib/clockOffset.ts'
import { isLate } from '../../lib/roundState.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatElapsed, formatRelativeTime } from '../../ui/text/formatTime.ts'
import classes from './DueText.module.css'

interface Props {
  round: Pick<PastRound, 'due_at' | 'done_at' | 'missed_at' | 'remaining' | 'planned'> &
    Partial<Pick<Round, 'is_set_after_due'>>
  /** It ended: nothing gets later any more. */
  over?: boolean
}

/** By when a round has to be done: `今日 17:00まで`, and for how long it is late. */
export function DueText({ round, over = false }: Props) {
  const zone = use(TimeZone)
  const now = useCorrectedMinute()
  const { due_at, done_at, missed_at } = round
  if (done_at !== null) {
    const done = Date.parse(done_at)
    const after = due_at !== null && done > Date.parse(due_at)
    return (
      <span className={classes.due}>
        {formatRelativeTime(done, now, zone)} {after ? 'に遅れて完了' : 'に完了'}
        {!after && missed_at !== null && '（期限のあとに届きました）'}
      </span>
    )
  }
  if (due_at === null)
    return (
      <span className={classes.due}>
        {round.is_set_after_due ? '期限は次回から（今回の期限を過ぎてから設定されました）' : '期限なし'}
      </span>
    )
  const due = Date.parse(due_at)
  const late = isLate(round, now)
  return (
    <span className={classes.due} data-late={late || undefined}>
      {formatRelativeTime(due, now, zone)}まで
      {late && !over && `（${formatElapsed(due, now)}の遅れ）`}
    </span>
  )
}
