import { and, eq, isNull } from 'drizzle-orm'
import { keyType, role } from '../../contract/access.ts'
import type { Tx } from '../../server/db/client.ts'
import { apiKeys, memberships } from '../../server/db/schema.ts'
import {
  decryptSecret,
  encryptSecret,
  insertKey,
  makeAccessKey,
  makeSecretKey,
} from '../../server/features/keys/index.ts'
import { known, organizationId } from './insert.ts'

const name = 'デモの端末'
const year = 365 * 86_400_000

/** By which the demonstration's devices report, for ten years. */
export async function insertDeviceKey(tx: Tx, keyOfSecrets: Uint8Array, now: Date): Promise<void> {
  const [admin] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, role.admin)))
  const accessKey = makeAccessKey()
  await insertKey(tx, {
    organizationId,
    name,
    userId: known(admin).userId,
    type: keyType.device,
    accessKey,
    secretKey: encryptSecret(keyOfSecrets, accessKey, makeSecretKey()),
    expireAt: new Date(now.getTime() + 10 * year),
  })
}

/** `access:secret`; null: there is none any more. */
export async function findDeviceKey(tx: Tx, keyOfSecrets: Uint8Array): Promise<string | null> {
  const [key] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.name, name), isNull(apiKeys.deletedAt)))
  return key === undefined
    ? null
    : `${key.accessKey}:${decryptSecret(keyOfSecrets, key.accessKey, key.secretKey)}`
}
