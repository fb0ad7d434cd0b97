import type { ShownRound } from '../../lib/held/heldRound.ts'
import { isLate, worstFirst } from '../../lib/rounds/roundState.ts'
import { todayIn } from '../../ui/text/formatTime.ts'

interface Today {
  /** Milliseconds since 1970. */
  now: number
  zone: string
  userId: number
}

/** Returns the rounds of today that have meters left: the user's own first, then the worst first. */
export function roundsOfToday(rounds: readonly ShownRound[], { now, zone, userId }: Today): ShownRound[] {
  const isToday = (at: number) => todayIn(zone, at) === todayIn(zone, now)
  const isDue = ({ due_at: due, schedule, ends_at: end }: ShownRound) =>
    due === null ? schedule === null && isToday(Date.parse(end) - 1) : isToday(Date.parse(due))
  const found = rounds.filter(
    (round) =>
      round.remaining > 0 &&
      Date.parse(round.ends_at) > now &&
      (isDue(round) || isLate(round, now) || round.remaining < round.planned),
  )
  const isOwn = ({ assignee }: ShownRound) => assignee?.id === userId
  return worstFirst(found, now).toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
}
