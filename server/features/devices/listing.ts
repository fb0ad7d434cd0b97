import type { Device } from '../../../contract/devices.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { arrivalSums } from './arrivals-of-devices.ts'
import { presentDevice } from './present.ts'
import { listDevices } from './repository.ts'

/** The devices of an organization as lists show them. */
export async function devicesOf(
  deps: Deps,
  tx: Tx,
  of: Pick<Session, 'organizationId' | 'timeZone'>,
  wanted: Parameters<typeof listDevices>[2],
): Promise<Device[]> {
  const rows = await listDevices(tx, of.organizationId, wanted)
  const ids = rows.map(({ device }) => device.id)
  const sums = await arrivalSums(tx, of.organizationId, of.timeZone, deps.clock(), ids)
  const present = presenterFor(deps, of)
  return rows.map((row) => presentDevice(row, sums.get(row.device.id), present))
}
