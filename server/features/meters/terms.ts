import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { TermsCreate, TermsUpdate } from '../../../contract/usage/terms.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterRecord } from '../../db/meter-lock.ts'
import { meterChanges, meterTerms } from '../../db/schema.ts'
import { parseLocalTime } from '../../time-zone.ts'
import { categoryTypeOf } from './linked-rows.ts'
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
  const validFrom = parseLocalTime(session.timeZone, body.valid_from)
  if (validFrom === null) throw refused('日時が正しくありません')
  if (validFrom > now) throw refused('未来の日時は指定できません')
  const fields = await fieldsOf(tx, meter, body)
  const [row] = await tx
    .insert(meterTerms)
    .values({ organizationId: meter.organizationId, meterId: id, validFrom, ...fields })
    .onConflictDoNothing({ target: [meterTerms.meterId, meterTerms.validFrom] })
    .returning()
  if (row === undefined) throw refused('この日時から適用する設定は登録されています')
  await record(session, tx, meter, { before: {}, after: told(row), at: now })
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
  const fields = await fieldsOf(tx, meter, body)
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

async function lock({ organizationId }: Session, tx: Tx, id: number): Promise<MeterRecord> {
  const meter = await lockMeter(tx, organizationId, id)
  if (meter === undefined) throw new Failure('not_found')
  return meter
}

const refused = (message: string) =>
  new Failure('validation_failed', { issues: [{ path: 'valid_from', message }] })

async function fieldsOf(tx: Tx, meter: MeterRecord, body: TermsUpdate) {
  const { digit_number: digitNumber, decimal_point: decimalPoint, multiplier } = body
  const fields = { digitNumber, decimalPoint, multiplier }
  const issues = validateMeter(
    { ...meter, ...fields },
    await categoryTypeOf(tx, meter.meterCategoryId),
    fields,
  )
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
