import { setImmediate } from 'node:timers/promises'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import type { Imported, Preview, PreviewRow, References } from '../../../contract/import/preview.ts'
import { Failure, type Session } from '../../api/call.ts'
import { savepoint, type Tx } from '../../db/client.ts'
import type { importRows } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'

export type ImportParts = Pick<Deps, 'database' | 'jobs' | 'storage' | 'clock' | 'env' | 'tables'>
export type ImportRow = typeof importRows.$inferSelect

/** What an import did to one record. */
export type AppliedRow = Pick<ImportRow, 'row' | 'subjectId' | 'before' | 'after'>

/** Is told how many rows are written. */
export type NoteProgress = (done: number) => Promise<void>

export interface Work {
  parts: ImportParts
  session: Session
  tx: Tx
  note: NoteProgress
}

/** How one noun is compared, stored and undone. */
export interface Target {
  name: ImportTarget
  /** The job’s transaction is the owner’s, past row-level security; each query names the organization. */
  asOwner?: true
  preview: (
    work: Pick<Work, 'parts' | 'session' | 'tx'>,
    imported: Omit<Imported, 'references'>,
  ) => Promise<{ preview: Preview; references: References }>
  /** Stores the new and changed rows of a preview. Throws `RefusedRow`. */
  apply: (work: Work, rows: readonly PreviewRow[]) => Promise<AppliedRow[]>
  /** Undoes what an import did, and returns the outcome by row. */
  undo: (
    work: Work,
    importId: number,
    rows: readonly ImportRow[],
  ) => Promise<Map<number, NonNullable<ImportRow['outcome']>>>
}

/** Lets other calls work between the steps of a large table. */
export const otherCalls = (): Promise<void> => setImmediate()

/** A row that a rule of the server refuses while it is stored. */
export class RefusedRow extends Error {
  readonly row: number
  constructor(row: number, cause: Failure) {
    super(messageOf(cause), { cause })
    this.row = row
  }
}

export const messageOf = ({ issues, code }: Failure): string =>
  issues?.map(({ message }) => message).join('、') || code

/** Stores a row; a failure of a call names the row. */
export async function storing<T>(row: number, store: () => Promise<T>): Promise<T> {
  try {
    return await store()
  } catch (error) {
    if (error instanceof Failure) throw new RefusedRow(row, error)
    throw error
  }
}

/** A call that refuses leaves the record as it is. */
export async function outcomeOf(tx: Tx, act: () => Promise<unknown>): Promise<'reversed' | 'impossible'> {
  try {
    await savepoint(tx, act)
    return 'reversed'
  } catch (error) {
    if (error instanceof Failure) return 'impossible'
    throw error
  }
}

export const isEqual = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
