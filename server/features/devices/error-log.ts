import { and, count, eq } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { DeviceError, deviceEndpoints } from '../../../contract/devices.ts'
import type { Session } from '../../api/call.ts'
import { cursorPage } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { deviceErrors, devices } from '../../db/schema.ts'
import { contains } from '../../db/searchable.ts'
import { intervalOf } from '../../interval.ts'
import { createdWithin, isBehind, newestFirst } from '../../newest-first.ts'
import type { Presenter } from '../../presenter.ts'

type Asked = Input<(typeof deviceEndpoints)['deviceErrors']>['query']
type Query = Omit<Asked, 'organization_id' | 'device' | 'message'> &
  Pick<Partial<Asked>, 'device' | 'message'>
type ErrorRow = Awaited<ReturnType<typeof select>>[number]

const select = (tx: Tx) =>
  tx
    .select({ error: deviceErrors, name: devices.name })
    .from(deviceErrors)
    .innerJoin(devices, eq(devices.id, deviceErrors.deviceId))

/** A page of the errors of a device, or of all of the organization, newest first. */
export async function errorPage(
  tx: Tx,
  { organizationId, timeZone }: Session,
  query: Query,
  deviceId: number | null,
) {
  const interval = intervalOf(query.created_span ?? { from: null, to: null }, timeZone, 'created_span')
  const selected = and(
    eq(deviceErrors.organizationId, organizationId),
    deviceId === null ? undefined : eq(deviceErrors.deviceId, deviceId),
    createdWithin(deviceErrors, interval),
    contains(devices.name, query.device),
    contains(deviceErrors.errorMessage, query.message),
  )
  const page = await cursorPage(
    query,
    ({ error }: ErrorRow) => ({ at: error.createdAt, id: error.id }),
    async ({ skip, limit, after }) => ({
      rows: await select(tx)
        .where(and(selected, isBehind(deviceErrors, after)))
        .orderBy(...newestFirst(deviceErrors))
        .offset(skip)
        .limit(limit),
    }),
  )
  const [total] = await tx
    .select({ n: count() })
    .from(deviceErrors)
    .innerJoin(devices, eq(devices.id, deviceErrors.deviceId))
    .where(selected)
  return { ...page, count: total?.n ?? 0 }
}

export const presentError = ({ error, name }: ErrorRow, present: Presenter): DeviceError => ({
  id: error.id,
  error_message: error.errorMessage,
  created_at: present.instant(error.createdAt),
  device: { id: error.deviceId, name },
})
