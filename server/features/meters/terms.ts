import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { TermsCreate, TermsUpdate } from '../../../contract/usage/terms.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterOfCategory, type MeterRecord } from '../../db/meter-lock.ts'
import { meterChanges, meterTerms } from '../../db/schema.ts'
import { formatLocalTime, isoInZone, parseLocalTime } from '../../time-zone.ts'
import { changeMeter } from './repository.ts'
import { validateMeter } from './validate.ts'

export type TermsRow = typeof meterTerms.$inferSelect

const isOf = ({ organizationId, id }: Pick<MeterRecord, 'organizationId' | 'id'>) =>
  and(eq(meterTerms.organizationId, organizationId), eq(meterTerms.meterId, id))

/** Newest first. */
const select = (tx: Tx, meter: Pick<MeterRecord, 'organizationId' | 'id'>) =>
  tx
    .select()
    .from(meterTerms)
    .where(isOf(meter))
    .orderBy(sql`${desc(meterTerms.validFrom)} nulls last`)

export async function listTerms(tx: Tx, organizationId: number, id: number): Promise<TermsRow[]> {
  const rows = await select(tx, { organizationId, id })
  // Every meter has terms from the beginning.
  if (rows.length === 0) throw new Failure('not_found')
  return rows
}

export async function createTerms(
  session: Session,
  tx: Tx,
  id: number,
  body: TermsCreate,
  now: Date,
): Promise<TermsRow> {
  const meter = await lock(session, tx, id)
  const validFrom = startOfTerms(session, body.valid_from, await select(tx, meter), now)
  const row = await insert(tx, meter, { validFrom, ...fieldsOf(meter, body) })
  await record(session, tx, meter, { before: {}, after: told(row), at: now })
  return row
}

/** Adds terms to a locked meter that is about to get their values, and returns when they begin. */
export async function addNewestTerms(
  session: Session,
  tx: Tx,
  meter: MeterRecord,
  local: string,
  now: Date,
): Promise<Date> {
  const rows = await select(tx, meter)
  const validFrom = startOfTerms(session, local, rows, now, 'terms_from')
  const newest = rows[0]?.validFrom ?? null
  if (newest !== null && validFrom < newest)
    throw refused(
      `今の設定が始まった日時（${formatLocalTime(session.timeZone, newest)}）より後を指定してください`,
      'terms_from',
    )
  const { digitNumber, decimalPoint, multiplier } = meter
  await insert(tx, meter, { validFrom, digitNumber, decimalPoint, multiplier })
  return validFrom
}

/** Returns when new terms of a meter begin; refuses a day on which others do. */
export function startOfTerms(
  { timeZone }: Session,
  local: string,
  rows: readonly TermsRow[],
  now: Date,
  path = 'valid_from',
): Date {
  const validFrom = parseLocalTime(timeZone, local)
  if (validFrom === null) throw refused('日時が正しくありません', path)
  if (validFrom > now) throw refused('未来の日時は指定できません', path)
  const dayOf = (at: Date) => isoInZone(timeZone, at).slice(0, 'YYYY-MM-DD'.length)
  if (rows.some((row) => row.validFrom !== null && dayOf(row.validFrom) === dayOf(validFrom)))
    throw refused('この日に始まる設定が登録されています', path)
  return validFrom
}

async function insert(
  tx: Tx,
  { organizationId, id: meterId }: MeterRecord,
  fields: Omit<TermsRow, 'id' | 'organizationId' | 'meterId'>,
): Promise<TermsRow> {
  const [row] = await tx
    .insert(meterTerms)
    .values({ organizationId, meterId, ...fields })
    .returning()
  if (row === undefined) throw new Error('terms were not inserted')
  return row
}

export async function updateTerms(
  session: Session,
  tx: Tx,
  { id, terms_id: termsId }: { id: number; terms_id: number },
  body: TermsUpdate,
  now: Date,
): Promise<TermsRow> {
  const meter = await lock(session, tx, id)
  const fields = fieldsOf(meter, body)
  const before = (await select(tx, meter)).find((each) => each.id === termsId)
  const [row] = await tx
    .update(meterTerms)
    .set(fields)
    .where(and(isOf(meter), eq(meterTerms.id, termsId)))
    .returning()
  if (before === undefined || row === undefined) throw new Failure('not_found')
  await record(session, tx, meter, { before: told(before), after: told(row), at: now })
  return row
}

/** Terms from the beginning stay: usage needs a multiplier. */
export async function deleteTerms(
  session: Session,
  tx: Tx,
  { id, terms_id: termsId }: { id: number; terms_id: number },
  now: Date,
): Promise<void> {
  const meter = await lock(session, tx, id)
  const [row] = await tx
    .delete(meterTerms)
    .where(and(isOf(meter), eq(meterTerms.id, termsId), isNotNull(meterTerms.validFrom)))
    .returning()
  if (row === undefined) throw new Failure('not_found')
  await record(session, tx, meter, { before: told(row), after: {}, at: now })
}

async function lock({ organizationId }: Session, tx: Tx, id: number): Promise<MeterOfCategory> {
  const meter = await lockMeter(tx, organizationId, id)
  if (meter === undefined) throw new Failure('not_found')
  return meter
}

const refused = (message: string, path: string) =>
  new Failure('validation_failed', { issues: [{ path, message }] })

/** Returns the columns of terms that the meter may have. */
export function fieldsOf(meter: MeterOfCategory, body: TermsUpdate) {
  const { digit_number: digitNumber, decimal_point: decimalPoint, multiplier } = body
  const fields = { digitNumber, decimalPoint, multiplier }
  const issues = validateMeter({ ...meter, ...fields }, meter.categoryType, fields)
  if (issues.length > 0) throw new Failure('validation_failed', { issues })
  return fields
}

/** Records the change in the meter's history, and gives the meter the newest terms. */
async function record(
  { userId }: Session,
  tx: Tx,
  meter: MeterRecord,
  change: Pick<typeof meterChanges.$inferInsert, 'before' | 'after'> & { at: Date },
): Promise<void> {
  const { organizationId, id: meterId } = meter
  await tx.insert(meterChanges).values({ organizationId, meterId, userId, action: 'update', ...change })
  const [newest] = await select(tx, meter).limit(1)
  if (newest === undefined) throw new Error('a meter has no terms')
  const { digitNumber, decimalPoint, multiplier } = newest
  await changeMeter(tx, organizationId, meterId, { digitNumber, decimalPoint, multiplier }, change.at)
}

const told = ({ validFrom, digitNumber, decimalPoint, multiplier }: TermsRow) => ({
  terms_from: validFrom?.toISOString() ?? null,
  digit_number: digitNumber,
  decimal_point: decimalPoint,
  multiplier,
})
