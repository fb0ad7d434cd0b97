import { and, eq, sql } from 'drizzle-orm'
import { searchText } from '../../../text/searchText.ts'
import type { Tx } from '../../db/client.ts'
import { apiKeys, deviceNumbers, meters } from '../../db/schema.ts'
import { searchable } from '../../db/searchable.ts'
import type { Deps } from '../../deps.ts'
import { sharedKeysOf } from '../keys/index.ts'

/** A meter that a name in a webhook means, and its device. */
export interface NamedMeter {
  id: number
  deviceId: number
}

/**
 * Returns the meters with a device that a name in a webhook means. With a device's own key: the device's meters of this
 * name. With a key for all devices: the meter that the key says, else all meters of this name. Look-alike characters count
 * as equal unless a meter has exactly this name. The id matters only for a key for all devices.
 */
export async function metersByName(
  tx: Tx,
  organizationId: number,
  { id: keyId, deviceId }: { id: number | null; deviceId: number | null },
  name: string,
): Promise<NamedMeter[]> {
  const named = sql`(select ${apiKeys.meterNames} -> ${name} from ${apiKeys}
    where ${apiKeys.id} = ${keyId} and ${apiKeys.organizationId} = ${organizationId})`
  const isNamed = sql`${searchable(meters.name)} = ${searchText(name)}`
  const isMeant =
    deviceId === null
      ? sql`case when ${named} is not null then to_jsonb(${meters.id}) = ${named} else ${isNamed} end`
      : and(isNamed, eq(meters.deviceId, deviceId))
  const rows = await tx
    .select({ id: meters.id, deviceId: meters.deviceId, name: meters.name })
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), isMeant))
  const same = rows.filter((row) => row.name === name)
  return (same.length > 0 ? same : rows).flatMap(({ id, deviceId: of }) =>
    of === null ? [] : [{ id, deviceId: of }],
  )
}

/**
 * Returns the meters that an administrator assigned to a device's numbers, by the number's name. An assignment to a meter
 * that has left the device does not apply.
 */
export async function assignedMeters(
  tx: Tx,
  organizationId: number,
  deviceId: number,
): Promise<Map<string, [NamedMeter]>> {
  const rows = await tx
    .select({ name: deviceNumbers.name, id: meters.id })
    .from(deviceNumbers)
    .innerJoin(
      meters,
      and(
        eq(meters.organizationId, organizationId),
        eq(meters.deviceId, deviceId),
        eq(meters.id, deviceNumbers.meterId),
      ),
    )
    .where(and(eq(deviceNumbers.organizationId, organizationId), eq(deviceNumbers.deviceId, deviceId)))
  return new Map(rows.map(({ name, id }) => [name, [{ id, deviceId }]]))
}

/**
 * Returns the meters that receive the values of a device's numbers, by the number's name: the assigned one, else the one
 * that its name means, first with the device's own key, then with each of the keys for all devices. A number without such
 * a meter is left out.
 */
export async function metersOfNumbers(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  organizationId: number,
  deviceId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const assigned = await assignedMeters(tx, organizationId, deviceId)
  const shared = await sharedKeysOf(deps, tx, organizationId)
  const keys = [{ id: null, deviceId }, ...shared.map(({ id }) => ({ id, deviceId: null }))]
  const found = new Map<string, number>()
  for (const name of names) {
    const meant = assigned.get(name)
    if (meant !== undefined) found.set(name, meant[0].id)
    for (const key of keys) {
      if (found.has(name)) break
      const [meter, ...others] = await metersByName(tx, organizationId, key, name)
      if (meter?.deviceId === deviceId && others.length === 0) found.set(name, meter.id)
    }
  }
  return found
}
