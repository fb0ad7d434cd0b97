import type { ImportValue } from '../../../contract/import/columns.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { type PreviewRow, refuseRows } from '../../../contract/import/preview.ts'
import { previewRecords, type StoredRecord } from '../../../contract/import/previewRecords.ts'
import { Failure } from '../../api/call.ts'
import {
  type AppliedRow,
  type ImportRow,
  isEqual,
  outcomeOf,
  storing,
  type Target,
  type Work,
} from './target.ts'

/** What the columns of a record contain. */
export type Values = Readonly<Record<string, ImportValue>>

/** The calls of single rows by which the rows of a noun are listed, stored and deleted. */
export interface RecordCalls {
  name: ImportTarget
  asOwner?: true
  list: (work: Pick<Work, 'parts' | 'session' | 'tx'>) => Promise<StoredRecord[]>
  /** Says what the calls would refuse. */
  refusals?: (
    work: Pick<Work, 'parts' | 'session' | 'tx'>,
    rows: readonly PreviewRow[],
  ) => Promise<(row: PreviewRow) => { column: string | null; message: string }[]>
  add: (work: Work, values: Values) => Promise<number>
  /** `values`: all of the record. */
  change: (work: Work, id: number, values: Values) => Promise<unknown>
  /** What is stored now, locked; null: it was deleted. */
  find: (work: Work, id: number) => Promise<Values | null>
  /** Throws a failure if the record is in use. */
  remove: (work: Work, id: number) => Promise<unknown>
}

/** Imports rows that are stored one by one with their own calls, and refer to nothing. */
export function recordTarget(calls: RecordCalls): Target {
  const { name, find } = calls

  async function store(work: Work, { row, id, cells }: PreviewRow): Promise<AppliedRow> {
    const sent = Object.fromEntries(cells.map(({ column, after }) => [column, after]))
    if (id === null) {
      const added = await calls.add(work, sent)
      return { row, subjectId: added, before: null, after: await found(work, added) }
    }
    const before = await found(work, id)
    await calls.change(work, id, { ...before, ...sent })
    const now = await found(work, id)
    const pick = (values: Values) => Object.fromEntries(Object.keys(sent).map((key) => [key, values[key]]))
    return { row, subjectId: id, before: pick(before), after: pick(now) }
  }

  async function found(work: Work, id: number): Promise<Values> {
    const values = await find(work, id)
    if (values === null) throw new Failure('not_found')
    return values
  }

  async function undoRow(work: Work, { subjectId, before, after: has }: ImportRow) {
    const now = await find(work, subjectId)
    if (now === null || !Object.entries(has).every(([key, value]) => isEqual(now[key], value)))
      return 'changed' as const
    return outcomeOf(work.tx, () =>
      before === null
        ? calls.remove(work, subjectId)
        : calls.change(work, subjectId, { ...now, ...(before as Values) }),
    )
  }

  return {
    name,
    ...(calls.asOwner && { asOwner: true }),
    async preview(work, imported) {
      const references = {}
      const preview = previewRecords({ ...imported, references }, await calls.list(work))
      const refusals = await calls.refusals?.(work, preview.rows)
      return { preview: refusals ? refuseRows(preview, refusals) : preview, references }
    },
    async apply(work, rows) {
      const applied: AppliedRow[] = []
      for (const row of rows) {
        applied.push(await storing(row.row, () => store(work, row)))
        await work.note(applied.length)
      }
      return applied
    },
    async undo(work, _importId, rows) {
      const outcomes = new Map<number, NonNullable<ImportRow['outcome']>>()
      for (const row of rows) {
        outcomes.set(row.row, await undoRow(work, row))
        await work.note(outcomes.size)
      }
      return outcomes
    },
  }
}
