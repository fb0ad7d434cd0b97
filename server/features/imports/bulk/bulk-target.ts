import type { BulkPreview } from '../../../../contract/import/bulk.ts'
import type { CellChange } from '../../../../contract/import/preview.ts'
import { Failure } from '../../../api/call.ts'
import { savepoint, type Tx } from '../../../db/client.ts'
import type { BulkPlan } from '../../../db/schema.ts'
import type { ReadingRow } from '../../readings/index.ts'
import { type AppliedRow, messageOf, RefusedRow, type Target, type Work } from '../target.ts'
import { closedMonthsText, monthsOf } from './closed-months-text.ts'

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
  /**
   * Returns by id why a rule would refuse records of the preview that only doing it can tell, which is undone: the closed
   * months that would change.
   */
  rehearse?: (
    work: BulkReading,
    plan: BulkPlan,
    rows: readonly BulkRow[],
  ) => Promise<ReadonlyMap<number, string>>
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

/** A reading that stays as it is. */
export const rowOfReading = ({ id, meter_name, created_at }: ReadingRow): BulkRow => ({
  id,
  name: meter_name,
  at: new Date(created_at),
  state: 'unchanged',
  cells: [],
  changes: [],
  message: null,
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
    return failure.code === 'closed_months_change' ? closedMonthsText(monthsOf(failure)) : messageOf(failure)
  }
}
