import type { Round } from '../../contract/rounds.ts'

/** Rounds that were due and are not done; `now` in milliseconds since 1970. */
export const lateRounds = <Row extends Pick<Round, 'due_at' | 'done_at'>>(
  rounds: readonly Row[],
  now: number,
): Row[] =>
  rounds.filter(({ due_at, done_at }) => done_at === null && due_at !== null && Date.parse(due_at) < now)
