import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type DeviceRecord, lockBySerial } from './repository.ts'

/** A call of a device: in its transaction, with the key that it called with. */
export interface DeviceCall {
  deps: Deps
  startedAt: Date
  session: Session
  tx: Tx
}

/** The device that calls, locked: its calls follow one another. */
export async function lockCaller({ tx, session }: DeviceCall, serial: string): Promise<DeviceRecord> {
  const device = await lockBySerial(tx, session.organizationId, serial)
  if (device === undefined) throw new Failure('device_unknown')
  return device
}

/** By which a device’s calls are counted. */
export const callerName = ({ session }: Pick<DeviceCall, 'session'>, serial: string): string =>
  `${session.organizationId} ${serial}`
