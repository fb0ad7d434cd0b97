import { and, eq } from 'drizzle-orm'
import type { ValuesAround } from '../../../contract/readings.ts'
import type { AcceptedReading } from '../../../contract/values/prior.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meters } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'
import { evidenceAfter, evidenceBefore } from './evidence.ts'

interface Moment {
  at: Date
  /** The id of the reading that is corrected. */
  except: number | undefined
}

/** What a value of a meter at a moment is compared with. */
export async function valuesAround(
  tx: Tx,
  organizationId: number,
  id: number,
  { at, except }: Moment,
  present: Presenter,
): Promise<ValuesAround> {
  const [meter] = await tx
    .select({ id: meters.id, organizationId: meters.organizationId })
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), eq(meters.id, id)))
  if (meter === undefined) throw new Failure('not_found')
  const [before = null] = await evidenceBefore(tx, meter, at, except)
  const after = await evidenceAfter(tx, meter, at, except)
  const presented = (known: AcceptedReading | null) =>
    known && { value: known.value, created_at: present.instant(known.at) }
  return { before: presented(before), after: presented(after) }
}
