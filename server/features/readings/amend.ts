import { and, eq, inArray } from 'drizzle-orm'
import type { amendmentEndpoints } from '../../../contract/amendments.ts'
import type { Input } from '../../../contract/calls/endpoint.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeters } from '../../db/meter-lock.ts'
import { meters } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { correctReading, deleteReading } from './correct.ts'
import { findByKey, findChange, type ReadingRow, wasOf } from './repository.ts'

type Endpoints = typeof amendmentEndpoints
type Sent<Name extends keyof Endpoints> = Input<Endpoints[Name]>['body'] & { key: string }
type Target = Pick<Sent<'withdrawSentReading'>, 'key' | 'reading_key' | 'meter_id'>

/** Corrects a reading that a phone sent. A repeat under the same key changes nothing. */
export async function correctSent(deps: Deps, session: Session, tx: Tx, sent: Sent<'correctSentReading'>) {
  const { key, value, confirmed_doubts: confirmedDoubts = [] } = sent
  const { reading, earlier } = await lockTarget(tx, session, sent)
  if (earlier !== undefined) {
    if (earlier.action !== 'correct' || earlier.after['value'] !== value) throw new Failure('key_reused')
  } else {
    if (reading === undefined) throw unknown('reading_key', '測定値が見つかりません')
    await correctReading(deps, session, tx, reading.id, value, null, { key, confirmedDoubts })
  }
  return receiptOf(deps, session, sent)
}

/**
 * Deletes a reading that a phone sent. Succeeds as well if the reading has never arrived or is deleted: the phone sends no
 * attempt of it any more. A repeat does not delete what was restored in the meantime.
 */
export async function withdrawSent(deps: Deps, session: Session, tx: Tx, sent: Sent<'withdrawSentReading'>) {
  const { reading, earlier } = await lockTarget(tx, session, sent)
  if (earlier !== undefined) {
    if (earlier.action !== 'delete') throw new Failure('key_reused')
  } else if (reading !== undefined) await deleteReading(deps, session, tx, reading.id, sent.key)
  return receiptOf(deps, session, sent)
}

/**
 * Finds what a phone amends: the reading, unless it is deleted, and the change that an earlier attempt under the same key
 * made. A reading that was moved since is found at its meter of now. Locks the meter first, so that repeats wait here for the first attempt and see its change.
 */
async function lockTarget(
  tx: Tx,
  { organizationId }: Session,
  { key, reading_key, meter_id }: Target,
): Promise<{ reading: ReadingRow | undefined; earlier: Awaited<ReturnType<typeof findChange>> }> {
  const found = await findByKey(tx, organizationId, reading_key)
  const ids = [meter_id, ...(found ? [found.meter_id] : [])]
  const locked = await lockMeters(tx, and(eq(meters.organizationId, organizationId), inArray(meters.id, ids)))
  if (!locked.some(({ id }) => id === meter_id)) throw unknown('meter_id', 'メーターが見つかりません')
  const earlier = await findChange(tx, organizationId, key)
  if (earlier !== undefined && earlier.readingKey !== reading_key) throw new Failure('key_reused')
  const reading = await findByKey(tx, organizationId, reading_key)
  const isOf =
    reading?.meter_id === meter_id || (reading && (await wasOf(tx, organizationId, reading.id, meter_id)))
  return { reading: isOf ? reading : undefined, earlier }
}

const unknown = (path: string, message: string) =>
  new Failure('reference_unknown', { issues: [{ path, message }] })

const receiptOf = (deps: Deps, session: Session, { key, meter_id }: Target) => ({
  key,
  meter_id,
  received_at: presenterFor(deps, session).instant(deps.clock()),
})
