import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Resolves when a connection to the test's database waits for a lock. */
export const untilOneWaits = ({ deps }: TestApp) =>
  expect
    .poll(
      async () => {
        const { rows } = await deps.database.asSystem((tx) =>
          tx.execute<{ n: number }>(sql`
            select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        )
        return rows[0]?.n
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
