import { isDeepStrictEqual } from 'node:util'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meterChanges } from '../../db/schema.ts'
import type { MeterFields } from './repository.ts'

type Fields = Partial<MeterFields>

/** The fields of a change that differ from the row. */
export function changedFields(before: Fields, change: Fields): Fields {
  // JSON of the database has its own order of keys.
  const differs = ([name, value]: [string, unknown]) =>
    !isDeepStrictEqual(value, before[name as keyof Fields])
  return Object.fromEntries(Object.entries(change).filter(differs))
}

const columnsOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

interface MeterChange {
  meterId: number
  /** Null for a new meter. */
  before: Fields | null
  change: Fields
  /** When the multiplier, digits and decimals of the change begin to apply; omitted: when those before did. */
  termsFrom?: Date | undefined
  at: Date
}

/** Records who created or changed a meter. */
export async function recordMeterChange(
  tx: Tx,
  { organizationId, userId }: Session,
  { meterId, before, change, termsFrom, at }: MeterChange,
): Promise<void> {
  const names = Object.keys(change)
  const had = Object.entries(before ?? {}).filter(([name]) => names.includes(name))
  await tx.insert(meterChanges).values({
    organizationId,
    meterId,
    userId,
    at,
    action: before === null ? 'create' : 'update',
    before: columnsOf(Object.fromEntries(had)),
    after: { ...columnsOf(change), ...(termsFrom && { terms_from: termsFrom.toISOString() }) },
  })
}
