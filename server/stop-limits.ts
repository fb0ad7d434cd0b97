/**
 * Milliseconds that a stopping server waits at most. The waiting for a proxy (STOP_DELAY) is added to `calls` and twice
 * to `beforeDatabase`.
 */
export const stopLimits = {
  /** For calls under way. Phones and devices send again what is cut off. */
  calls: 4000,
  /** For running jobs. Those that take longer fail and are retried. */
  jobs: 4000,
  /** For the step of calls or jobs, beyond these limits. */
  margin: 1000,
  /** For each other step. */
  step: 2000,
  /** For everything but the database. */
  beforeDatabase: 5000,
  /** For a checkpoint of PostgreSQL. */
  databaseFast: 4000,
  /** For PostgreSQL to end without a checkpoint. */
  databaseImmediate: 10_000,
}

/** Returns the milliseconds after which only the database is waited for. `delay`: STOP_DELAY in seconds. */
export const beforeDatabaseLimit = (delay: number): number => stopLimits.beforeDatabase + 2 * delay * 1000

/** Returns the milliseconds after which a supervisor may kill the server. `delay`: STOP_DELAY in seconds. */
export const wholeStopLimit = (delay: number): number =>
  beforeDatabaseLimit(delay) + stopLimits.databaseFast + stopLimits.databaseImmediate
