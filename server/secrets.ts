import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from './env.ts'

/** Keys that nobody sets by hand; each is derived from one kept secret for one purpose. */
export interface Secrets {
  /** Signs id and access tokens. */
  tokenKey: Uint8Array
  /** Signs addresses of pictures. */
  pictureKey: Uint8Array
  /** Hashes confirmation codes, which are too short to be kept under a plain hash. */
  codeKey: Uint8Array
  /** Shows that a device’s mark is one that we made. */
  deviceKey: Uint8Array
  /** By which push services know this server (VAPID, RFC 8292). */
  pushKeys: PushKeys
}

/** A pair on P-256 as `web-push` takes it: base64url of the point, uncompressed, and of the scalar. */
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
export type StoredSecrets = z.infer<typeof secretsFileSchema>

/** The secrets of a data folder, made at random the first time; readable by their owner only. */
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
