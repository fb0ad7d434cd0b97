import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Cursor } from './cursor.ts'
import type { Interval } from './interval.ts'

/** A table that is listed by time, and among equal times by number. */
interface Dated {
  createdAt: PgColumn
  id: PgColumn
}

export const newestFirst = ({ createdAt, id }: Dated): [SQL, SQL] => [desc(createdAt), desc(id)]

/** The rows behind a gap of a list that has the newest first; null: all. */
export const isBehind = ({ createdAt, id }: Dated, gap: Cursor | null): SQL | undefined =>
  gap === null
    ? undefined
    : sql`(${createdAt}, ${id}) < (${gap.at.toISOString()}::timestamptz, ${gap.id}::bigint)`

export const createdWithin = ({ createdAt }: Dated, { from, before }: Interval): SQL | undefined =>
  and(
    from === null ? undefined : sql`${createdAt} >= ${from.toISOString()}::timestamptz`,
    before === null ? undefined : sql`${createdAt} < ${before.toISOString()}::timestamptz`,
  )
