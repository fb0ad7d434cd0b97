import pg from 'pg'

/** PostgreSQL refuses every query behind one that failed, until the transaction ends. */
const refusedBehindFailure = '25P02'

const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.code === refusedBehindFailure
    : error instanceof Error && isRefusal(error.cause)

/**
 * Results of queries sent together in one transaction. Rejects with the error of the query that failed, and not with
 * the refusal of one behind it, whichever is told first.
 */
export async function allQueries<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const results = await Promise.allSettled([first, second])
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (errors.length > 0) throw errors.find((error) => !isRefusal(error)) ?? errors[0]
  return Promise.all([first, second])
}
