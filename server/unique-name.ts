import { and, eq, getTableName, ne, sql } from 'drizzle-orm'
import { Failure } from './api/call.ts'
import type { Tx } from './db/client.ts'
import { foldedName } from './db/folded-name.ts'
import type {
  alertRules,
  closingCycles,
  costBearers,
  exportFormats,
  groups,
  inspections,
  plans,
  recipientGroups,
  units,
} from './db/schema.ts'

/**
 * Refuses a name that another row of the organization has; width, case and invisible characters do not matter.
 * Serialized by an advisory lock.
 */
export async function assertNameIsUnique(
  tx: Tx,
  table:
    | typeof groups
    | typeof inspections
    | typeof costBearers
    | typeof closingCycles
    | typeof alertRules
    | typeof recipientGroups
    | typeof exportFormats,
  organizationId: number,
  { name, except, message }: { name: string; except: number | null; message: string },
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${getTableName(table)}, ${organizationId}))`,
  )
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        eq(foldedName(table.name), foldedName(sql`${name}`)),
        except === null ? undefined : ne(table.id, except),
      ),
    )
    .limit(1)
  if (rows.length > 0) throw new Failure('validation_failed', { issues: [{ path: 'name', message }] })
}

/** Refuses a name that another row of a master has; width and case matter: mPa is not MPa. Serialized as above. */
export async function assertMasterNameIsUnique(
  tx: Tx,
  table: typeof plans | typeof units,
  { name, except, message }: { name: string; except: number | null; message: string },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${getTableName(table)}, 0))`)
  const [other] = await tx.select({ id: table.id }).from(table).where(eq(table.name, name))
  if (other === undefined || other.id === except) return
  throw new Failure('validation_failed', { issues: [{ path: 'name', message }] })
}
