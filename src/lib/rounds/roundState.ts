import type { PastRound, Round } from '../../../contract/rounds.ts'

export const roundStates = ['late', 'walking', 'untouched', 'done'] as const
export type RoundState = (typeof roundStates)[number]

type Timed = Pick<PastRound, 'due_at' | 'done_at' | 'remaining' | 'planned'>

/** `now`: milliseconds since 1970. */
export function stateOf({ due_at, done_at, remaining, planned }: Timed, now: number): RoundState {
  // What this phone holds may complete it before the server says so.
  if (done_at !== null || (planned > 0 && remaining === 0)) return 'done'
  if (due_at !== null && Date.parse(due_at) < now) return 'late'
  return remaining < planned ? 'walking' : 'untouched'
}

export const isLate = (round: Timed, now: number): boolean => stateOf(round, now) === 'late'

const dueOf = ({ due_at }: Timed) => (due_at === null ? Number.POSITIVE_INFINITY : Date.parse(due_at))

/** Late ones, then by due time; done ones last, those with values to look at first. */
export function worstFirst<Row extends Round>(rounds: readonly Row[], now: number): Row[] {
  const rank = (round: Row) => {
    const state = stateOf(round, now)
    return state === 'late' ? 0 : state === 'done' ? 2 : 1
  }
  const trouble = ({ abnormal, unsure }: Row) => abnormal * 1000 + unsure
  return rounds.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (rank(a) === 2 ? 0 : compare(dueOf(a), dueOf(b))) ||
      trouble(b) - trouble(a) ||
      a.inspection_id - b.inspection_id,
  )
}

/** Infinity against itself is no number. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b)
