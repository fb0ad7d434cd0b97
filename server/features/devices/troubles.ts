import { and, desc, eq, isNull } from 'drizzle-orm'
import { rechargedBattery } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { type devices, deviceTroubles } from '../../db/schema.ts'
import { isBatteryLow } from './measuring.ts'

type TroubleKind = (typeof deviceTroubles.$inferSelect)['kind']

/** Milliseconds without a trouble after which it is over. One that comes back sooner goes on. */
export const quietTime = 60 * 60_000

interface Reported {
  at: Date
  errors: readonly string[]
  /** Null where the report says nothing of the battery, or nothing of now. */
  batteryPer: number | null
  /** Whether a report without an error means that the device has none. */
  isLatest: boolean
}

/** In a report’s transaction: begins, continues or ends the troubles of a device. `open`: those that are open. */
export async function noteTroubles(
  tx: Tx,
  device: typeof devices.$inferSelect,
  open: readonly TroubleKind[],
  { at, errors, batteryPer, isLatest }: Reported,
): Promise<void> {
  const [message] = errors
  if (message !== undefined && !open.includes('error')) await begin(tx, device, 'error', message, at)
  if (message === undefined && isLatest && open.includes('error')) await end(tx, device, 'error', at)
  if (batteryPer === null) return
  if (isBatteryLow(batteryPer) && !open.includes('battery')) await begin(tx, device, 'battery', null, at)
  if (batteryPer >= rechargedBattery && open.includes('battery')) await end(tx, device, 'battery', at)
}

async function begin(
  tx: Tx,
  { id: deviceId, organizationId }: typeof devices.$inferSelect,
  kind: TroubleKind,
  message: string | null,
  at: Date,
): Promise<void> {
  const [last] = await tx
    .select()
    .from(deviceTroubles)
    .where(and(eq(deviceTroubles.deviceId, deviceId), eq(deviceTroubles.kind, kind)))
    .orderBy(desc(deviceTroubles.id))
    .limit(1)
  const endedAt = last?.endedAt ?? null
  if (last && last.recoveryAnnouncedAt === null && endedAt && at.getTime() - endedAt.getTime() < quietTime)
    await tx.update(deviceTroubles).set({ endedAt: null }).where(eq(deviceTroubles.id, last.id))
  else await tx.insert(deviceTroubles).values({ organizationId, deviceId, kind, message, since: at })
}

const end = (tx: Tx, { id }: typeof devices.$inferSelect, kind: TroubleKind, at: Date) =>
  tx
    .update(deviceTroubles)
    .set({ endedAt: at })
    .where(
      and(eq(deviceTroubles.deviceId, id), eq(deviceTroubles.kind, kind), isNull(deviceTroubles.endedAt)),
    )
