import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { findNewestDeviceKey } from './repository.ts'
import { decryptSecret } from './secret.ts'

/** The key that devices of an organization are set up with, for administrators; null: there is none that is valid. */
export async function newestDeviceKey(
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  organizationId: number,
): Promise<{ access_key: string; secret_key: string } | null> {
  const key = await findNewestDeviceKey(tx, organizationId, clock())
  if (key === undefined) return null
  return {
    access_key: key.accessKey,
    secret_key: decryptSecret(secrets.apiKeyKey, key.accessKey, key.secretKey),
  }
}
