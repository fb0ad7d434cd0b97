import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { deviceOutages, devices } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { noteSilenceCheck } from './downtimes.ts'
import { silentStatus } from './measuring.ts'
import { isSilentAtOnce, type Neighbour, outageCause } from './outage-cause.ts'

type Parts = Pick<Deps, 'database' | 'clock' | 'log'>

/**
 * Each minute: begins an outage for every device whose report is overdue. A second run at the same time finds nothing
 * left to do.
 */
export async function detectOutages(parts: Parts): Promise<void> {
  const { database, clock, log } = parts
  const now = clock()
  await database.asSystem((tx) => noteSilenceCheck(tx, now))
  for (const organizationId of await organizationsWithSilence(database, now)) {
    try {
      const begin = () =>
        database.inOrganization(organizationId, null, (tx) => beginOutages(tx, organizationId, now))
      for (let begun = await begin(); begun === batchSize; ) begun = await begin()
    } catch (error) {
      log.error({ err: error, organizationId }, 'silent devices were not noticed: tried again in a minute')
    }
  }
}

/** The query of each minute: by the index of `missed_at`, whatever the number of devices. */
export const silentDevices = (now: Date) =>
  sql<{
    id: string
  }>`select distinct organization_id::text as id from devices where missed_at <= ${now.toISOString()}`

async function organizationsWithSilence(database: Database, now: Date): Promise<number[]> {
  const { rows } = await database.asSystem(
    (tx) => tx.execute<{ id: string }>(silentDevices(now)),
    'read only',
  )
  return rows.map(({ id }) => Number(id))
}

/** Devices in one transaction: a statement takes so many values and no more. */
const batchSize = 2000

/** Returns of how many devices. */
async function beginOutages(tx: Tx, organizationId: number, now: Date): Promise<number> {
  // One whose report is being written is looked at again in a minute.
  const missed = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.organizationId, organizationId), lte(devices.missedAt, now)))
    .orderBy(asc(devices.id))
    .limit(batchSize)
    .for('no key update', { skipLocked: true })
  const silent = missed.flatMap((device) =>
    device.nextDueAt === null ? [] : [{ ...device, since: device.nextDueAt }],
  )
  if (silent.length === 0) return 0
  const family = await familyOf(tx, organizationId, silent)
  const cutOff = new Set<number>()
  const begun = silent.map((device) => {
    const { id: deviceId, since } = device
    const neighbours = neighboursOf(device, family)
    const cause = outageCause({ ...device, neighbours })
    if (cause === 'router')
      for (const neighbour of neighbours) if (isSilentAtOnce(since, neighbour)) cutOff.add(neighbour.id)
    return { organizationId, deviceId, since, noticedAt: now, cause }
  })
  await tx.insert(deviceOutages).values(begun)
  await blameRouter(tx, organizationId, [...cutOff])
  for (const status of new Set(silent.map(silentStatus))) {
    const ids = silent.filter((device) => silentStatus(device) === status).map(({ id }) => id)
    await tx
      .update(devices)
      .set({ status, missedAt: null })
      .where(and(eq(devices.organizationId, organizationId), inArray(devices.id, ids)))
  }
  return silent.length
}

type Silent = Pick<typeof devices.$inferSelect, 'id' | 'parentDeviceId'> & { since: Date }
type Relative = Omit<Neighbour, 'isParent'> & Pick<Silent, 'id' | 'parentDeviceId'>

/** The routers of silent devices and all devices behind them. */
async function familyOf(tx: Tx, organizationId: number, silent: readonly Silent[]): Promise<Relative[]> {
  const parents = [...new Set(silent.flatMap(({ parentDeviceId }) => parentDeviceId ?? []))]
  if (parents.length === 0) return []
  const rows = await tx
    .select({
      id: devices.id,
      parentDeviceId: devices.parentDeviceId,
      lastCommunicatedAt: devices.lastCommunicatedAt,
      since: deviceOutages.since,
    })
    .from(devices)
    .leftJoin(deviceOutages, and(eq(deviceOutages.deviceId, devices.id), isNull(deviceOutages.endedAt)))
    .where(
      and(
        eq(devices.organizationId, organizationId),
        isNull(devices.deletedAt),
        or(inArray(devices.parentDeviceId, parents), inArray(devices.id, parents)),
      ),
    )
  const sinceOf = new Map(silent.map(({ id, since }) => [id, since]))
  return rows.map(({ since, ...device }) => ({
    ...device,
    silentSince: since ?? sinceOf.get(device.id) ?? null,
  }))
}

function neighboursOf({ id, parentDeviceId }: Silent, family: readonly Relative[]) {
  if (parentDeviceId === null) return []
  return family
    .filter(
      (other) => other.id === parentDeviceId || (other.parentDeviceId === parentDeviceId && other.id !== id),
    )
    .map((other) => ({ ...other, isParent: other.id === parentDeviceId }))
}

/** Devices of whom it was not known yet that others would fall silent as well. */
async function blameRouter(tx: Tx, organizationId: number, deviceIds: number[]): Promise<void> {
  if (deviceIds.length === 0) return
  await tx
    .update(deviceOutages)
    .set({ cause: 'router' })
    .where(
      and(
        eq(deviceOutages.organizationId, organizationId),
        inArray(deviceOutages.deviceId, deviceIds),
        isNull(deviceOutages.endedAt),
        inArray(deviceOutages.cause, ['battery', 'signal', 'unknown']),
      ),
    )
}
