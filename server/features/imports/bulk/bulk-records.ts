import { Failure } from '../../../api/call.ts'
import { type AppliedRow, type ImportRow, isEqual, messageOf, outcomeOf, type Work } from '../target.ts'
import {
  attempt,
  type BulkReading,
  type BulkRow,
  type BulkTarget,
  missing,
  refusedBecause,
} from './bulk-target.ts'

/** By the names of the API. */
export type Fields = Readonly<Record<string, unknown>>

export interface StoredRecord {
  name: string
  fields: Fields
}

/** The calls of single records of a noun. */
interface RecordCalls {
  list: (work: BulkReading) => Promise<ReadonlyMap<number, StoredRecord>>
  /** Throws what the change of the record would be refused with. */
  check: (work: Pick<BulkReading, 'session'>, id: number, record: StoredRecord, change: Fields) => void
  change: (work: Work, id: number, change: Fields) => Promise<unknown>
  /** What is stored now, locked; null: it was deleted. */
  find: (work: Work, id: number) => Promise<StoredRecord | null>
}

const shown = (value: unknown) => (value === null || value === undefined ? null : String(value))

const pick = (from: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]))

/** Changes the same fields of many records, each with its own call. */
export function recordsTarget({ list, check, change: store, find }: RecordCalls): BulkTarget {
  function previewOf(work: BulkReading, id: number, record: StoredRecord, change: Fields): BulkRow {
    const changed = Object.keys(change).filter((name) => !isEqual(record.fields[name], change[name]))
    const row: BulkRow = {
      id,
      name: record.name,
      at: null,
      state: changed.length > 0 ? 'changed' : 'unchanged',
      cells: [],
      changes: changed.map((field) => ({
        field,
        before: shown(record.fields[field]),
        after: shown(change[field]),
      })),
      message: null,
    }
    if (row.state === 'unchanged') return row
    try {
      check(work, id, record, change)
      return row
    } catch (error) {
      if (error instanceof Failure) return refusedBecause(row, messageOf(error))
      throw error
    }
  }

  async function changeOne(work: Work, id: number, change: Fields) {
    const before = await find(work, id)
    if (before === null) throw new Failure('not_found')
    check(work, id, before, change)
    await store(work, id, change)
    const after = await find(work, id)
    const names = Object.keys(change)
    return { before: pick(before.fields, names), after: pick(after?.fields ?? {}, names) }
  }

  async function undoOne(work: Work, { subjectId: id, before, after }: ImportRow) {
    const now = await find(work, id)
    if (now === null || !Object.entries(after).every(([name, value]) => isEqual(now.fields[name], value)))
      return 'changed' as const
    return outcomeOf(work.tx, async () => {
      check(work, id, now, before ?? {})
      await store(work, id, before ?? {})
    })
  }

  return {
    async preview(work, { change, ids }) {
      const records = await list(work)
      return ids
        .toSorted((a, b) => a - b)
        .map((id) => {
          const record = records.get(id)
          return record === undefined ? missing(id) : previewOf(work, id, record, { ...change })
        })
    },
    async apply(work, { change }, rows) {
      const applied: AppliedRow[] = []
      const refused: BulkRow[] = []
      for (const [index, row] of rows.entries()) {
        const message = await attempt(work.tx, async () => {
          const kept = await changeOne(work, row.id, { ...change })
          applied.push({ row: index + 1, subjectId: row.id, ...kept })
        })
        if (message !== null) refused.push(refusedBecause(row, message))
        await work.note(index + 1)
      }
      return { applied, refused }
    },
    async undo(work, _importId, rows) {
      const outcomes = new Map<number, NonNullable<ImportRow['outcome']>>()
      for (const row of rows) {
        outcomes.set(row.row, await undoOne(work, row))
        await work.note(outcomes.size)
      }
      return outcomes
    },
  }
}
