import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core'

/** The role of every call, without bypass of row-level security. */
export const applicationRole = pgRole('kenshin_app').existing()

export const rowId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const reference = () => bigint({ mode: 'number' })
/** Milliseconds, like JavaScript’s Date: a key read back equals the key stored. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 })
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()

/** As a subquery it is evaluated once per statement, not once per row. */
const currentOrganization = sql`(select organization_of_call())`

/** The calling user; null: none. */
export const currentUser = sql`nullif(current_setting('app.user_id', true), '')::bigint`

/** Reads and writes rows of the call’s organization only. */
export const ownRows = (column: AnyPgColumn) =>
  pgPolicy('own_organization', {
    to: applicationRole,
    using: sql`${column} = ${currentOrganization}`,
    withCheck: sql`${column} = ${currentOrganization}`,
  })
