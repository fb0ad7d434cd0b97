import type { PastRound, Round } from '../../../contract/rounds.ts'
import { isLate } from '../../lib/rounds/roundState.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatElapsed } from '../../ui/text/formatTime.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import classes from './DueText.module.css'

interface Props {
  round: Pick<PastRound, 'due_at' | 'done_at' | 'missed_at' | 'remaining' | 'planned'> &
    Partial<Pick<Round, 'is_set_after_due'>>
  /** It ended: nothing gets later any more. */
  over?: boolean
}

/** By when a round has to be done: `今日 17:00まで`, and for how long it is late. */
export function DueText({ round, over = false }: Props) {
  const now = useCurrentMinute()
  const { due_at, done_at, missed_at } = round
  if (done_at !== null) {
    const after = due_at !== null && Date.parse(done_at) > Date.parse(due_at)
    return (
      <span className={classes.due}>
        <PlainTime time={done_at} now={now} /> {after ? 'に遅れて完了' : 'に完了'}
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
  const late = isLate(round, now)
  return (
    <span className={classes.due} data-late={late || undefined}>
      <PlainTime time={due_at} now={now} />
      まで
      {late && !over && `（${formatElapsed(Date.parse(due_at), now)}の遅れ）`}
    </span>
  )
}
