import { allows } from '../../../contract/access.ts'
import { chosenLayout, type Layout } from '../../../contract/import/header.ts'
import type { ImportPlan } from '../../../contract/import/imports.ts'
import { type ImportTarget, importAccess } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import type { Preview, References } from '../../../contract/import/preview.ts'
import { fillRepeatedCells } from '../../../contract/import/repeatedCells.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import {
  changeImport,
  deleteDraft,
  deleteDraftsBefore,
  findImport,
  findLayouts,
  type ImportRecord,
  insertImport,
} from './repository.ts'
import { type ImportParts, otherCalls, type Work } from './target.ts'
import { targets } from './targets.ts'
import { assertColumns, firstPlan, possibleHeaders, type UnderstoodTable, understand } from './understand.ts'

/** Milliseconds after which a draft that nobody applied is deleted. */
const draftAge = 7 * 86_400_000

/** Stores a table as a draft; nothing is imported. Throws if it cannot be read. */
export async function uploadImport(
  { tables, clock }: Pick<Deps, 'tables' | 'clock'>,
  session: Session,
  tx: Tx,
  sent: { noun: ImportTarget; fileName: string | null; file: Uint8Array },
): Promise<number> {
  const { organizationId, userId } = session
  assertMay(session, sent.noun, 'import')
  const table = await understand(tables, sent.file, sent.fileName, { sheet: null, edits: [] })
  const at = clock()
  await removeOldDrafts(tx, organizationId, at)
  const plan = await planOf(tx, organizationId, sent.noun, table)
  return insertImport(tx, { ...sent, organizationId, userId, plan, createdAt: at })
}

export const removeOldDrafts = (tx: Tx, organizationId: number, at: Date): Promise<void> =>
  deleteDraftsBefore(tx, organizationId, new Date(at.getTime() - draftAge))

async function planOf(tx: Tx, organizationId: number, noun: ImportTarget, { rows }: UnderstoodTable) {
  const signatures = possibleHeaders(rows).map(({ signature }) => signature)
  return firstPlan(rows, noun, await findLayouts(tx, organizationId, noun, signatures))
}

/** Finds a batch that the caller may see: one’s own, as an administrator everybody’s. Locked. */
export async function lockImport(session: Session, tx: Tx, id: number): Promise<ImportRecord> {
  const row = await findImport(tx, session.organizationId, id, 'locked')
  if (row === undefined || !maySee(session, row)) throw new Failure('not_found')
  return row
}

export const maySee = ({ userId, role }: Session, row: Pick<ImportRecord, 'userId'>): boolean =>
  row.userId === userId || allows('admin', role)

/** Refuses who may not do it with a call of a single row. A session knows the role of now. */
export function assertMay(session: Session, noun: ImportTarget, act: 'import' | 'undo'): void {
  const access = importAccess[noun]
  if (!allows(access[act], session.role)) throw new Failure('forbidden')
  if (access.sessionOnly && session.key !== null) throw new Failure('session_required')
}

async function lockDraft(session: Session, tx: Tx, id: number): Promise<ImportRecord & { file: Uint8Array }> {
  const row = await lockImport(session, tx, id)
  if (row.state !== 'draft' || row.file === null) throw new Failure('import_refused')
  assertMay(session, row.noun, 'import')
  return { ...row, file: row.file }
}

/** Keeps how a person wants the table to be understood. Another sheet is understood anew. */
export async function planImport(
  { tables }: Pick<Deps, 'tables'>,
  session: Session,
  tx: Tx,
  id: number,
  sent: ImportPlan,
): Promise<void> {
  const row = await lockDraft(session, tx, id)
  assertColumns(row.noun, sent)
  const isOther = sent.sheet !== row.plan.sheet
  const table =
    isOther && (await understand(tables, row.file, row.fileName, { sheet: sent.sheet, edits: [] }))
  const plan = table
    ? { ...(await planOf(tx, session.organizationId, row.noun, table)), sheet: sent.sheet }
    : sent
  await changeImport(tx, session.organizationId, id, { plan, failure: null })
}

export async function removeDraft(session: Session, tx: Tx, id: number): Promise<void> {
  const row = await lockImport(session, tx, id)
  if (row.state !== 'draft') throw new Failure('import_refused')
  await deleteDraft(tx, session.organizationId, id)
}

export interface Previewed {
  record: ImportRecord
  table: UnderstoodTable
  layout: Layout
  preview: Preview
  references: References
}

/** Compares the table of a draft with what is stored. */
export async function previewDraft(
  parts: ImportParts,
  session: Session,
  tx: Tx,
  id: number,
): Promise<Previewed> {
  const row = await findImport(tx, session.organizationId, id)
  if (row === undefined || !maySee(session, row)) throw new Failure('not_found')
  if (row.state !== 'draft') throw new Failure('import_refused')
  assertMay(session, row.noun, 'import')
  return previewImport({ parts, session, tx }, row)
}

export async function previewImport(
  work: Pick<Work, 'parts' | 'session' | 'tx'>,
  record: ImportRecord,
): Promise<Previewed> {
  const { noun: name, file, fileName, plan } = record
  if (file === null) throw new Failure('import_refused')
  const table = await understand(work.parts.tables, file, fileName, plan)
  const noun = importNouns[name]
  const layout = chosenLayout(table.rows, noun, plan)
  await otherCalls()
  const rows = fillRepeatedCells(table.rows, noun, layout, plan.repairs)
  const imported = { noun, rows, layout, repairs: plan.repairs }
  const { preview, references } = await targets[name].preview(work, imported)
  return { record, table: { ...table, rows }, layout, preview, references }
}

/** Has a job apply a draft. */
export async function applyImport(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  session: Session,
  tx: Tx,
  id: number,
  leavesOutErrors: boolean,
): Promise<void> {
  const { organizationId, userId } = session
  const row = await lockImport(session, tx, id)
  if (row.state !== 'draft') throw new Failure('import_refused')
  assertMay(session, row.noun, 'import')
  await changeImport(tx, organizationId, id, { state: 'applying', done: 0, total: 0, failure: null })
  await jobs.enqueue(tx, 'run-import', [{ organizationId, importId: id, userId, leavesOutErrors }])
  await record(session, tx, row, 'create', clock())
}

/** Has a job undo an import. */
export async function undoImport(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  session: Session,
  tx: Tx,
  id: number,
): Promise<void> {
  const { organizationId, userId } = session
  const row = await lockImport(session, tx, id)
  if (row.state !== 'applied') throw new Failure('import_refused')
  assertMay(session, row.noun, 'undo')
  await changeImport(tx, organizationId, id, { state: 'undoing', done: 0, total: 0, failure: null })
  await jobs.enqueue(tx, 'run-import', [{ organizationId, importId: id, userId, leavesOutErrors: false }])
  await record(session, tx, row, 'delete', clock())
}

/** What was begun; what it did to each meter and reading is in their own histories. */
function record(session: Session, tx: Tx, row: ImportRecord, action: 'create' | 'delete', at: Date) {
  const subject = { subjectId: row.id, subjectName: row.bulk ? 'まとめて変更' : (row.fileName ?? '貼り付け') }
  const fields = { noun: row.noun }
  return recordAudit(tx, session, {
    noun: 'import',
    ...subject,
    action,
    before: action === 'delete' ? fields : {},
    after: action === 'create' ? fields : {},
    at,
  })
}
