import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from './env.ts'

/** Keys derived from one stored secret, one per purpose. */
export interface Secrets {
  tokenKey: Uint8Array
  pictureKey: Uint8Array
  /** Hashes confirmation codes, too short for a plain hash. */
  codeKey: Uint8Array
  /** Authenticates device marks. */
  deviceKey: Uint8Array
  /** Encrypts the secrets of API keys. */
  apiKeyKey: Uint8Array
  /** Signs owner proofs. */
  ownerProofKey: Uint8Array
  /** Encrypts the keys of sealed exports. */
  sealKey: Uint8Array
  pushKeys: PushKeys
}

/** A P-256 pair in base64url, for `web-push`: the uncompressed point, and the scalar. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export function deriveSecrets(secret: string): Secrets {
  const key = (purpose: string) => createHmac('sha256', secret).update(`kenshin/${purpose}`).digest()
  return {
    tokenKey: key('tokens'),
    pictureKey: key('pictures'),
    codeKey: key('codes'),
    deviceKey: key('devices'),
    apiKeyKey: key('api-keys'),
    ownerProofKey: key('owner-proofs'),
    sealKey: key('outbox-seals'),
    pushKeys: keyPairOf(key('push')),
  }
}

/** One 256-bit number in 2^32 is no scalar of P-256; then its hash is tried. */
function keyPairOf(scalar: Buffer): PushKeys {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(scalar)
  } catch {
    return keyPairOf(createHmac('sha256', scalar).update('next').digest())
  }
  return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
}

const secretsFileSchema = z.object({ secret: z.string().min(32), database_password: z.string().min(16) })
type StoredSecrets = z.infer<typeof secretsFileSchema>

/** The secrets of a data folder, generated on first use; readable by the owner only. */
export function loadSecrets(dataDir: string): StoredSecrets {
  const path = join(dataDir, 'secrets.json')
  if (existsSync(path)) {
    const kept = secretsFileSchema.safeParse(parse(readFileSync(path, 'utf8')))
    if (kept.success) return kept.data
    throw new StartError(`${path} が壊れています。バックアップから戻してください (not readable as secrets).`)
  }
  const random = () => randomBytes(32).toString('base64url')
  const made = { secret: random(), database_password: random() }
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  writeSync(file, JSON.stringify(made, null, 2))
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, path)
  return made
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
