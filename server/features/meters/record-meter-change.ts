import { isDeepStrictEqual } from 'node:util'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meterChanges } from '../../db/schema.ts'
import { valueFormatOf } from '../../db/value-format.ts'
import type { MeterFields, NewMeter } from './repository.ts'

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

/** Fields in the meter's unit. */
const measuredFields = ['startValue', 'endValue', 'emergencyStartValue', 'emergencyEndValue'] as const

interface When {
  at: Date
  /** When the multiplier, digits and decimals of the change begin to apply; omitted: when those before did. */
  termsFrom?: Date | undefined
}

type Recorded = { meterId: number } & When &
  ({ before: null; change: NewMeter } | { before: MeterFields; change: Fields })

/**
 * Records who created or changed a meter; `before` is null for a new one. Values are recorded with the unit and the
 * decimals that they had.
 */
export async function recordMeterChange(
  tx: Tx,
  { organizationId, userId }: Session,
  { meterId, at, termsFrom, ...recorded }: Recorded,
): Promise<void> {
  const { before, change } = recorded
  const names = Object.keys(change)
  const had = Object.entries(before ?? {}).filter(([name]) => names.includes(name))
  const logged = async (fields: Fields, meter: NewMeter) => ({
    ...columnsOf(fields),
    ...(measuredFields.some((name) => name in fields) && {
      value_format: await valueFormatOf(tx, { decimalPoint: null, ...meter }),
    }),
  })
  await tx.insert(meterChanges).values({
    organizationId,
    meterId,
    userId,
    at,
    action: before === null ? 'create' : 'update',
    before: before === null ? {} : await logged(Object.fromEntries(had), before),
    after: {
      ...(await logged(
        change,
        recorded.before === null ? recorded.change : { ...recorded.before, ...change },
      )),
      ...(termsFrom && { terms_from: termsFrom.toISOString() }),
    },
  })
}
