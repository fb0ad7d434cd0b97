import type { ApiKey } from '../../../contract/device-connections.ts'
import { keyType } from '../../../contract/keys.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import { findKeyOfDevice, insertKey, listSharedDeviceKeys, withdrawKeyOfDevice } from './repository.ts'
import { decryptSecret, encryptSecret, makeAccessKey, makeSecretKey } from './secret.ts'

type KeyDeps = Pick<Deps, 'clock' | 'secrets'>
type KeyRow = NonNullable<Awaited<ReturnType<typeof findKeyOfDevice>>>

const shown = ({ secrets }: KeyDeps, { accessKey, secretKey }: KeyRow): ApiKey => ({
  access_key: accessKey,
  secret_key: decryptSecret(secrets.apiKeyKey, accessKey, secretKey),
})

/** Returns the device's own key, or null if it has none. For administrators. */
export async function ownKeyOf(deps: KeyDeps, tx: Tx, organizationId: number, deviceId: number) {
  const key = await findKeyOfDevice(tx, organizationId, deviceId)
  return key === undefined ? null : { ...shown(deps, key), created_at: key.createdAt }
}

/** The valid keys that speak for all devices of the organization. */
export async function sharedKeysOf({ clock }: KeyDeps, tx: Tx, organizationId: number) {
  const keys = await listSharedDeviceKeys(tx, organizationId, clock())
  return keys.flatMap(({ id, name, expireAt }) => (expireAt === null ? [] : [{ id, name, expireAt }]))
}

/**
 * Returns the key that a device is set up with: its own, or else the one for all devices that the administrator has
 * picked. Throws `reference_unknown` if the picked key is not a valid one for all devices.
 */
export async function setupKeyOf(
  deps: KeyDeps,
  tx: Tx,
  organizationId: number,
  { deviceId, pickedKeyId }: { deviceId: number; pickedKeyId: number | null },
): Promise<ApiKey | null> {
  const own = await findKeyOfDevice(tx, organizationId, deviceId)
  if (own !== undefined) return shown(deps, own)
  if (pickedKeyId === null) return null
  const keys = await listSharedDeviceKeys(tx, organizationId, deps.clock())
  const picked = keys.find(({ id }) => id === pickedKeyId)
  if (picked === undefined) {
    throw new Failure('reference_unknown', { issues: [{ path: 'key_id', message: 'キーが見つかりません' }] })
  }
  return shown(deps, picked)
}

/** Gives the locked device a new key and withdraws the one that it had. */
export async function renewKeyOfDevice(
  deps: KeyDeps,
  tx: Tx,
  session: Session,
  device: { id: number; name: string },
): Promise<void> {
  await withdrawOwnKey(deps, tx, session, device)
  const accessKey = makeAccessKey()
  const id = await insertKey(tx, {
    organizationId: session.organizationId,
    name: device.name,
    accessKey,
    secretKey: encryptSecret(deps.secrets.apiKeyKey, accessKey, makeSecretKey()),
    type: keyType.device,
    deviceId: device.id,
    createdAt: deps.clock(),
  })
  await recordAudit(tx, session, {
    noun: 'key',
    subjectId: id,
    subjectName: device.name,
    action: 'create',
    before: {},
    after: { name: device.name, type: keyType.device, deviceId: device.id },
    at: deps.clock(),
  })
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
