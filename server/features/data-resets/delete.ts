import { and, asc, eq, exists, lt, lte, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { deviceReports, deviceSchedules, devices, meters, readings } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { deletePictures } from './pictures.ts'
import type { Reset } from './repository.ts'
import {
  deleteAccessLogs,
  deleteAlertChanges,
  deleteErrors,
  deleteOutages,
  deleteReadingsOf,
  deleteRejections,
  deleteReportsOf,
  deleteRounds,
  deleteSkips,
  deleteTroubles,
  deleteWebhookCalls,
  detachModelLog,
} from './rows.ts'

/** A transaction’s worth; false when nothing is left. */
type Chunk = (tx: Tx, reset: Reset) => Promise<boolean>

/**
 * Deletes what an initialisation deletes, chunk by chunk, until `isDue` is no longer true; returns whether everything is
 * gone. Each chunk is a transaction, and what is gone is not looked for again: a killed one is simply gone on with.
 */
export async function deleteNext(
  parts: Pick<Deps, 'database' | 'storage' | 'clock'>,
  reset: Reset,
  isDue: () => boolean,
): Promise<boolean> {
  const { database, clock } = parts
  const run = async (chunk: Chunk) => {
    while (isDue()) if (!(await database.asSystem((tx) => chunk(tx, reset)))) return
  }
  // Readings name reports, and both name pictures.
  for (const id of await metersLeft(database, reset))
    await run((tx) => deleteReadingsOf(tx, reset, id, clock))
  const early = [
    deleteSkips,
    deleteRounds,
    deleteAlertChanges,
    deleteWebhookCalls,
    deleteRejections,
    deleteErrors,
  ]
  for (const chunk of early) await run(chunk)
  for (const id of await devicesLeft(database, reset)) await run((tx) => deleteReportsOf(tx, reset, id))
  for (const chunk of [deleteOutages, deleteTroubles, deleteAccessLogs, detachModelLog]) await run(chunk)
  return isDue() && (await deletePictures(parts, reset, isDue))
}

/** With readings of before. */
const metersLeft = (database: Database, { organizationId, startedAt }: Reset): Promise<number[]> =>
  idsOf(database, (tx) =>
    tx
      .select({ id: meters.id })
      .from(meters)
      .where(
        and(
          eq(meters.organizationId, organizationId),
          exists(
            tx
              .select({ one: sql`1` })
              .from(readings)
              .where(and(eq(readings.meterId, meters.id), lte(readings.receivedAt, startedAt))),
          ),
        ),
      )
      .orderBy(asc(meters.id)),
  )

/** With reports or schedules of before. */
const devicesLeft = (database: Database, { organizationId, startedAt }: Reset): Promise<number[]> =>
  idsOf(database, (tx) =>
    tx
      .select({ id: devices.id })
      .from(devices)
      .where(
        and(
          eq(devices.organizationId, organizationId),
          or(
            exists(
              tx
                .select({ one: sql`1` })
                .from(deviceReports)
                .where(and(eq(deviceReports.deviceId, devices.id), lte(deviceReports.receivedAt, startedAt))),
            ),
            exists(
              tx
                .select({ one: sql`1` })
                .from(deviceSchedules)
                .where(and(eq(deviceSchedules.deviceId, devices.id), lt(deviceSchedules.from, startedAt))),
            ),
          ),
        ),
      )
      .orderBy(asc(devices.id)),
  )

async function idsOf(database: Database, find: (tx: Tx) => PromiseLike<{ id: number }[]>): Promise<number[]> {
  const rows = await database.asSystem(async (tx) => find(tx), 'read only')
  return rows.map(({ id }) => id)
}
