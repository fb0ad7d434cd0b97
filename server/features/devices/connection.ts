import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import type { DeviceConnection, DeviceCredentials } from '../../../contract/device-connections.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { Failure, type Session } from '../../api/call.ts'
import { messages } from '../../api/messages.ts'
import type { Tx } from '../../db/client.ts'
import {
  apiKeys,
  deviceNumbers,
  deviceRejections,
  deviceReports,
  meters,
  webhookCalls,
} from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { recordAudit } from '../audit/index.ts'
import { ownKeyOf, renewKeyOfDevice, sharedKeysOf, withdrawOwnKey } from '../keys/index.ts'
import { randomAccessHash } from './access-hash.ts'
import { assignedMeters, metersOfNumbers } from './named-meters.ts'
import { changeDevice, findDeviceRecord, lockDevice } from './repository.ts'

export async function connectionOf(
  deps: Deps,
  tx: Tx,
  session: Session,
  deviceId: number,
  serverUrl: string | null,
): Promise<DeviceConnection> {
  const { organizationId } = session
  const { instant } = presenterFor(deps, session)
  const rejections = await tx
    .select()
    .from(deviceRejections)
    .where(and(eq(deviceRejections.organizationId, organizationId), eq(deviceRejections.deviceId, deviceId)))
    .orderBy(desc(deviceRejections.at))
  const numbers = await tx
    .select({ name: deviceNumbers.name, value: deviceNumbers.value, seenAt: deviceNumbers.seenAt })
    .from(deviceNumbers)
    .where(isOfDevice(organizationId, deviceId))
    .orderBy(asc(deviceNumbers.name))
  const assigned = await assignedMeters(tx, organizationId, deviceId)
  const names = numbers.map(({ name }) => name)
  const used = await metersOfNumbers(deps, tx, organizationId, deviceId, names)
  return {
    server_url: serverUrl,
    last_arrival: await lastArrivalOf(tx, organizationId, deviceId, instant),
    rejections: rejections.flatMap(({ call, at, code, issues }) => {
      const endpoint = Object.entries(endpoints).find(([name]) => name === call)?.[1]
      if (endpoint === undefined) return []
      const { method, path } = endpoint
      return [{ at: instant(at), method, path, code, message: messages[code] ?? code, issues }]
    }),
    numbers: numbers.map(({ name, value, seenAt }) => ({
      name,
      value,
      seen_at: instant(seenAt),
      meter_id: assigned.get(name)?.[0].id ?? null,
      used_meter_id: used.get(name) ?? null,
    })),
  }
}

const waitingNote = 'この時刻の値を待っています。値が登録されると、その測定値の写真になります。'

async function lastArrivalOf(
  tx: Tx,
  organizationId: number,
  deviceId: number,
  instant: Presenter['instant'],
): Promise<DeviceConnection['last_arrival']> {
  const [report] = await tx
    .select()
    .from(deviceReports)
    .where(and(eq(deviceReports.organizationId, organizationId), eq(deviceReports.deviceId, deviceId)))
    .orderBy(desc(deviceReports.receivedAt), desc(deviceReports.id))
    .limit(1)
  const picture = await findPictureWithoutValues(tx, organizationId, deviceId)
  if (picture?.receivedAt && (report === undefined || picture.receivedAt > report.receivedAt)) {
    return {
      kind: 'webhook_picture',
      at: instant(picture.receivedAt),
      measured_at: instant(picture.at),
      note: picture.note ?? waitingNote,
    }
  }
  return report === undefined
    ? null
    : {
        kind: report.kind === 'picture' && report.pictureSha256 === null ? 'webhook' : report.kind,
        at: instant(report.receivedAt),
        measured_at: instant(report.createdAt),
        note: report.other,
      }
}

/**
 * Returns the last picture that a device's webhook sent with the device's own key and that has no values. A key for all
 * devices does not say whose picture it is.
 */
async function findPictureWithoutValues(tx: Tx, organizationId: number, deviceId: number) {
  const [row] = await tx
    .select({ at: webhookCalls.at, receivedAt: webhookCalls.receivedAt, note: webhookCalls.note })
    .from(webhookCalls)
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.organizationId, webhookCalls.organizationId), eq(apiKeys.id, webhookCalls.keyId)),
    )
    .where(
      and(
        eq(webhookCalls.organizationId, organizationId),
        eq(apiKeys.deviceId, deviceId),
        isNull(webhookCalls.reportId),
        isNotNull(webhookCalls.receivedAt),
      ),
    )
    .orderBy(desc(webhookCalls.receivedAt))
    .limit(1)
  return row
}

const isOfDevice = (organizationId: number, deviceId: number) =>
  and(eq(deviceNumbers.organizationId, organizationId), eq(deviceNumbers.deviceId, deviceId))

export async function credentialsOf(
  deps: Deps,
  tx: Tx,
  session: Session,
  deviceId: number,
): Promise<DeviceCredentials> {
  const { organizationId } = session
  const { instant } = presenterFor(deps, session)
  const { accessHash } = await findDeviceRecord(tx, organizationId, deviceId)
  const key = await ownKeyOf(deps, tx, organizationId, deviceId)
  const shared = await sharedKeysOf(deps, tx, organizationId)
  return {
    key: key && {
      access_key: key.access_key,
      secret_key: key.secret_key,
      created_at: instant(key.createdAt),
      expire_at: key.expireAt && instant(key.expireAt),
    },
    shared_keys: shared.map(({ id, name, expireAt }) => ({ id, name, expire_at: instant(expireAt) })),
    access_hash: session.role === role.system ? accessHash : null,
  }
}

/** Throws `not_found` for a deleted device: it does not report. */
async function lockLive(tx: Tx, session: Session, deviceId: number) {
  const device = await lockDevice(tx, session.organizationId, deviceId)
  if (device.deletedAt !== null) throw new Failure('not_found')
  return device
}

/** `expireAt`: local time of the organization, or null for a key that does not expire. */
export async function renewKey(
  deps: Deps,
  tx: Tx,
  session: Session,
  deviceId: number,
  expireAt: string | null,
): Promise<void> {
  await renewKeyOfDevice(deps, tx, session, await lockLive(tx, session, deviceId), expireAt)
}

export async function withdrawKey(deps: Deps, tx: Tx, session: Session, deviceId: number): Promise<void> {
  const device = await lockDevice(tx, session.organizationId, deviceId)
  await withdrawOwnKey(deps, tx, session, device)
}

/** `given` null: a new random one. The audit names the field only. */
export async function setAccessHash(
  { clock }: Deps,
  tx: Tx,
  session: Session,
  deviceId: number,
  given: string | null,
): Promise<void> {
  const { id, name } = await lockLive(tx, session, deviceId)
  const accessHash = given ?? randomAccessHash()
  await changeDevice(tx, session.organizationId, id, { accessHash }, clock())
  await recordAudit(tx, session, {
    noun: 'device',
    subjectId: id,
    subjectName: name,
    action: 'update',
    before: { accessHash: null },
    after: { accessHash: '変更' },
    at: clock(),
  })
}

/** `meterId` null: the device's meter of the same name counts again. Throws `not_found` for a number never sent. */
export async function assignNumber(
  { clock }: Deps,
  tx: Tx,
  session: Session,
  deviceId: number,
  { name, meterId }: { name: string; meterId: number | null },
): Promise<void> {
  const { organizationId } = session
  const device = await lockLive(tx, session, deviceId)
  if (meterId !== null) {
    const own = and(
      eq(meters.organizationId, organizationId),
      eq(meters.id, meterId),
      eq(meters.deviceId, deviceId),
    )
    if ((await tx.$count(meters, own)) === 0) {
      throw new Failure('reference_unknown', {
        issues: [{ path: 'meter_id', message: 'この端末で測定するメーターを選択してください' }],
      })
    }
  }
  const changed = await tx
    .update(deviceNumbers)
    .set({ meterId })
    .where(and(isOfDevice(organizationId, deviceId), eq(deviceNumbers.name, name)))
  if (changed.rowCount === 0) throw new Failure('not_found')
  await recordAudit(tx, session, {
    noun: 'device',
    subjectId: deviceId,
    subjectName: device.name,
    action: 'update',
    before: {},
    after: { meterNames: { [name]: meterId } },
    at: clock(),
  })
}
