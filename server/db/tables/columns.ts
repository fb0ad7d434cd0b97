import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core'

/** The role of every request: no bypass of row-level security. Created by the first migration. */
export const applicationRole = pgRole('kenshin_app').existing()

export const rowId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const reference = () => bigint({ mode: 'number' })
/** Milliseconds, as JavaScript’s Date holds them: a key read back equals the key stored. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 })
export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()

/** In a query of its own, so that it is asked once a statement and not once a row. */
const currentOrganization = sql`(select organization_of_call())`

/** Who calls; nobody in person where it is null. */
export const currentUser = sql`nullif(current_setting('app.user_id', true), '')::bigint`

/** Rows of the request’s organization only, to see as to write. */
export const ownRows = (column: AnyPgColumn) =>
  pgPolicy('own_organization', {
    to: applicationRole,
    using: sql`${column} = ${currentOrganization}`,
    withCheck: sql`${column} = ${currentOrganization}`,
  })
