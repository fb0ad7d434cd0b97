import { and, eq } from 'drizzle-orm'
import type { amendmentEndpoints } from '../../../contract/amendments.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meters } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { correctReading, deleteReading } from './correct.ts'
import { findByKey } from './repository.ts'

type Endpoints = typeof amendmentEndpoints
type Sent<Name extends keyof Endpoints> = Input<Endpoints[Name]>['body'] & { key: string }

/** Corrects a reading that a phone sent. A repeat under the same key changes nothing. */
export async function correctSent(deps: Deps, session: Session, tx: Tx, sent: Sent<'correctSentReading'>) {
  const { key, reading_key, meter_id, value, confirmed_doubts: confirmedDoubts = [] } = sent
  const reading = await findByKey(tx, session.organizationId, reading_key)
  if (reading?.meter_id !== meter_id) throw unknown('reading_key', '測定値が見つかりません')
  await correctReading(deps, session, tx, reading.id, value, null, { key, confirmedDoubts })
  return receiptOf(deps, session, sent)
}

/**
 * Deletes a reading that a phone sent. Succeeds as well if the reading has never arrived or is deleted: the phone sends no
 * attempt of it any more.
 */
export async function withdrawSent(deps: Deps, session: Session, tx: Tx, sent: Sent<'withdrawSentReading'>) {
  const { key, reading_key, meter_id } = sent
  const own = and(eq(meters.organizationId, session.organizationId), eq(meters.id, meter_id))
  if ((await tx.$count(meters, own)) === 0) throw unknown('meter_id', 'メーターが見つかりません')
  const reading = await findByKey(tx, session.organizationId, reading_key)
  if (reading !== undefined) await deleteReading(deps, session, tx, reading.id, key)
  return receiptOf(deps, session, sent)
}

const unknown = (path: string, message: string) =>
  new Failure('reference_unknown', { issues: [{ path, message }] })

const receiptOf = (deps: Deps, session: Session, { key, meter_id }: { key: string; meter_id: number }) => ({
  key,
  meter_id,
  received_at: presenterFor(deps, session).instant(deps.clock()),
})
