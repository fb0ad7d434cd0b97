import { and, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { type Audited, changedFields, recordAudit } from './record-audit.ts'

/** A table whose rows people name and edit. With `organizationId` its rows belong to organizations, otherwise to all. */
type NamedTable = PgTable & Record<'id' | 'name' | 'updatedAt', PgColumn> & { organizationId?: PgColumn }

type Fields<T extends NamedTable> = Partial<InferInsertModel<T>>
type Row<T extends NamedTable> = InferSelectModel<T> & { id: number; name: string }
type Change = Pick<Audited, 'action' | 'before' | 'after'>

/**
 * Returns functions that create, change and delete rows of one noun and record each change in the audit log. Rows of
 * organizations are those of the session’s; rows that belong to all take a system transaction.
 */
export function recordedRows<T extends NamedTable>(table: T, noun: Audited['noun']) {
  const anyTable: NamedTable = table
  const { organizationId: owner } = anyTable
  const one = ({ organizationId }: Session, id: number) =>
    and(eq(table.id, id), owner && eq(owner, organizationId))
  const record = (session: Session, tx: Tx, { id, name }: Row<T>, at: Date, change: Change) =>
    recordAudit(tx, session, {
      noun,
      subjectId: id,
      subjectName: name,
      ...change,
      at,
      organizationId: owner ? session.organizationId : null,
    })
  return {
    async create(session: Session, tx: Tx, fields: Fields<T>, at: Date): Promise<Row<T>> {
      const owned = owner && { organizationId: session.organizationId }
      const [added] = await tx
        .insert(anyTable)
        .values({ ...fields, ...owned, createdAt: at, updatedAt: at })
        .returning()
      if (added === undefined) throw new Error(`a ${noun} was not inserted`)
      const row = added as Row<T>
      await record(session, tx, row, at, { action: 'create', before: {}, after: fields })
      return row
    },

    /** Locks a row until the end of the transaction. Throws `not_found`. */
    async lock(session: Session, tx: Tx, id: number): Promise<Row<T>> {
      const [row] = await tx.select().from(anyTable).where(one(session, id)).for('update')
      if (row === undefined) throw new Failure('not_found')
      return row as Row<T>
    },

    /** Changes a locked row. */
    async update(session: Session, tx: Tx, before: Row<T>, fields: Fields<T>, at: Date): Promise<Row<T>> {
      const [changed] = await tx
        .update(anyTable)
        .set({ ...fields, updatedAt: at } as PgUpdateSetSource<NamedTable>)
        .where(one(session, before.id))
        .returning()
      if (changed === undefined) throw new Error(`a locked ${noun} is gone`)
      const row = changed as Row<T>
      const change = changedFields(before, fields as Partial<Row<T>>)
      // Of rows that belong to all, saving without a change is recorded as well.
      if (!owner || Object.keys(change.after).length > 0)
        await record(session, tx, row, at, { action: 'update', ...change })
      return row
    },

    /** Deletes a locked row. `fields`: those that are recorded. */
    async remove(session: Session, tx: Tx, row: Row<T>, fields: Fields<T>, at: Date): Promise<void> {
      await tx.delete(anyTable).where(one(session, row.id))
      await record(session, tx, row, at, { action: 'delete', before: fields, after: {} })
    },
  }
}
