import type { BulkPreview } from '../../../../contract/import/bulk.ts'
import type { CellChange } from '../../../../contract/import/preview.ts'
import { Failure } from '../../../api/call.ts'
import { savepoint, type Tx } from '../../../db/client.ts'
import type { BulkPlan } from '../../../db/schema.ts'
import { type AppliedRow, messageOf, RefusedRow, type Target, type Work } from '../target.ts'

/** What a bulk change would do to one record. */
export interface BulkRow {
  id: number
  name: string
  at: Date | null
  state: 'changed' | 'unchanged' | 'refused'
  cells: CellChange[]
  /** As lists show them. */
  changes: BulkPreview['rows'][number]['changes']
  /** Why it is refused, in Japanese. */
  message: string | null
}

export interface BulkReading extends Pick<Work, 'session' | 'tx'> {
  now: Date
}

/** How the records of one noun are changed together. */
export interface BulkTarget {
  /** In the order of their ids. */
  preview: (work: BulkReading, plan: BulkPlan) => Promise<BulkRow[]>
  /** Changes what can be changed, and returns what it did and what was refused. */
  apply: (
    work: Work,
    plan: BulkPlan,
    rows: readonly BulkRow[],
  ) => Promise<{ applied: AppliedRow[]; refused: BulkRow[] }>
  undo: Target['undo']
}

/** A record that is not there any more, or of another organization. */
export const missing = (id: number): BulkRow => ({
  id,
  name: '',
  at: null,
  state: 'refused',
  cells: [],
  changes: [],
  message: '見つかりません。削除された可能性があります',
})

export const refusedBecause = (row: BulkRow, message: string): BulkRow => ({
  ...row,
  state: 'refused',
  message,
})

/** Does something of which nothing is left if a rule refuses it. Returns why it does, in Japanese; null: it is done. */
export async function attempt(tx: Tx, act: () => Promise<void>): Promise<string | null> {
  try {
    await savepoint(tx, act)
    return null
  } catch (error) {
    const failure = error instanceof RefusedRow ? error.cause : error
    if (!(failure instanceof Failure)) throw error
    return failure.code === 'closed_months_change' ? '締めた月の使用量が変わります' : messageOf(failure)
  }
}
