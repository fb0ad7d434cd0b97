import pg from 'pg'

/** Returns the name of the constraint that refused a statement, or undefined for any other error. */
export function constraintOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof pg.DatabaseError ? cause.constraint : undefined
}
