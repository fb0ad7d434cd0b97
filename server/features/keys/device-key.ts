import { keyType } from '../../../contract/access.ts'
import type { ApiKey } from '../../../contract/device-connections.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { parseLocalTime } from '../../time-zone.ts'
import { recordAudit } from '../audit/index.ts'
import { findKeyOfDevice, insertKey, listSharedDeviceKeys, withdrawKeyOfDevice } from './repository.ts'
import { decryptSecret, encryptSecret, makeAccessKey, makeSecretKey } from './secret.ts'

type KeyDeps = Pick<Deps, 'clock' | 'secrets'>
type KeyRow = NonNullable<Awaited<ReturnType<typeof findKeyOfDevice>>>

const shown = ({ secrets }: KeyDeps, { accessKey, secretKey }: KeyRow): ApiKey => ({
  access_key: accessKey,
  secret_key: decryptSecret(secrets.apiKeyKey, accessKey, secretKey),
})

/** Returns the device's own key, expired or not, or null if it has none. For administrators. */
export async function ownKeyOf(deps: KeyDeps, tx: Tx, organizationId: number, deviceId: number) {
  const key = await findKeyOfDevice(tx, organizationId, deviceId)
  return key === undefined ? null : { ...shown(deps, key), createdAt: key.createdAt, expireAt: key.expireAt }
}

/** The valid keys that speak for all devices of the organization. */
export async function sharedKeysOf({ clock }: KeyDeps, tx: Tx, organizationId: number) {
  const keys = await listSharedDeviceKeys(tx, organizationId, clock())
  return keys.flatMap(({ id, name, expireAt }) => (expireAt === null ? [] : [{ id, name, expireAt }]))
}

/**
 * Returns the key that a device is set up with: its own unless that has expired, or else the one for all devices that the
 * administrator has picked. Throws `reference_unknown` if the picked key is not a valid one for all devices.
 */
export async function setupKeyOf(
  deps: KeyDeps,
  tx: Tx,
  organizationId: number,
  { deviceId, pickedKeyId }: { deviceId: number; pickedKeyId: number | null },
): Promise<ApiKey | null> {
  const own = await findKeyOfDevice(tx, organizationId, deviceId)
  const now = deps.clock()
  if (own !== undefined && (own.expireAt === null || own.expireAt > now)) return shown(deps, own)
  if (pickedKeyId === null) return null
  const keys = await listSharedDeviceKeys(tx, organizationId, now)
  const picked = keys.find(({ id }) => id === pickedKeyId)
  if (picked === undefined) {
    throw new Failure('reference_unknown', { issues: [{ path: 'key_id', message: 'キーが見つかりません' }] })
  }
  return shown(deps, picked)
}

/**
 * Gives the locked device a new key and withdraws the one that it had. `expireAt`: local time of the organization, or
 * null for a key that does not expire.
 */
export async function renewKeyOfDevice(
  deps: KeyDeps,
  tx: Tx,
  session: Session,
  device: { id: number; name: string },
  expireAt: string | null,
): Promise<void> {
  const at = deps.clock()
  const expiry = expireAt === null ? null : futureTime(session.timeZone, expireAt, at)
  await withdrawOwnKey(deps, tx, session, device)
  const accessKey = makeAccessKey()
  const id = await insertKey(tx, {
    organizationId: session.organizationId,
    name: device.name,
    accessKey,
    secretKey: encryptSecret(deps.secrets.apiKeyKey, accessKey, makeSecretKey()),
    type: keyType.device,
    deviceId: device.id,
    createdAt: at,
    expireAt: expiry,
  })
  await recordAudit(tx, session, {
    noun: 'key',
    subjectId: id,
    subjectName: device.name,
    action: 'create',
    before: {},
    after: { name: device.name, type: keyType.device, deviceId: device.id, expireAt: expiry },
    at,
  })
}

/** Throws `validation_failed` for a time that does not exist or is not after `now`. */
function futureTime(zone: string, local: string, now: Date): Date {
  const at = parseLocalTime(zone, local)
  if (at !== null && at > now) return at
  const message = at === null ? '日時が正しくありません' : '今より後の日時を指定してください'
  throw new Failure('validation_failed', { issues: [{ path: 'expire_at', message }] })
}

/** Does nothing if the device has no key of its own. */
export async function withdrawOwnKey(
  { clock }: KeyDeps,
  tx: Tx,
  session: Session,
  device: { id: number },
): Promise<void> {
  const at = clock()
  const key = await withdrawKeyOfDevice(tx, session.organizationId, device.id, at)
  if (key === undefined) return
  await recordAudit(tx, session, {
    noun: 'key',
    subjectId: key.id,
    subjectName: key.name,
    action: 'delete',
    before: { deviceId: device.id },
    after: {},
    at,
  })
}
