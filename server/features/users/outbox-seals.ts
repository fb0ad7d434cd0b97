import { randomBytes } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { OutboxSeal } from '../../../contract/outbox-seals.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import type { Secrets } from '../../secrets.ts'
import { findMember } from './repository.ts'

const issuer = 'kenshin'
const proofAudience = 'kenshin/owner-proof'
const sealAudience = 'kenshin/outbox-seal'

const owner = z.object({ sub: z.string().regex(/^\d+$/).transform(Number), org: z.int() })
const seal = z.object({ org: z.int(), key: z.string() })

interface Owner {
  userId: number
  organizationId: number
}

/** Does not expire: what a phone has not sent may wait for months. */
export const signOwnerProof = ({ ownerProofKey }: Secrets, { userId, organizationId }: Owner) =>
  new SignJWT({ org: organizationId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(proofAudience)
    .setSubject(String(userId))
    .sign(ownerProofKey)

/**
 * Tells a phone whether the owner of its unsent rows is still a member, and, if not, gives it a new key to seal them with.
 * Stores nothing. Throws `validation_failed` for a proof that this server did not sign.
 */
export async function createOutboxSeal(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  proof: string,
): Promise<OutboxSeal> {
  const { payload } = await jwtVerify(proof, secrets.ownerProofKey, {
    issuer,
    audience: proofAudience,
    algorithms: ['HS256'],
  }).catch(invalid('owner_proof', 'このサーバーが発行したものではありません'))
  const { sub, org } = owner.parse(payload)
  const member = await database.asSystem((tx) => findMember(tx, org, sub), 'read only')
  if (member !== null) return { is_member: true }
  const key = randomBytes(32).toString('base64')
  const sealedKey = await new EncryptJWT({ org, key })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer(issuer)
    .setAudience(sealAudience)
    .encrypt(secrets.sealKey)
  return { is_member: false, seal: { key, sealed_key: sealedKey } }
}

/** Returns the key of a sealed export. Throws `validation_failed` unless it was sealed for the caller's organization. */
export async function openOutboxSeal(
  { sealKey }: Secrets,
  { organizationId }: Session,
  sealedKey: string,
): Promise<string> {
  const { payload } = await jwtDecrypt(sealedKey, sealKey, {
    issuer,
    audience: sealAudience,
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch(invalid('sealed_key', 'このサーバーで書き出したファイルではありません'))
  const { org, key } = seal.parse(payload)
  if (org !== organizationId)
    throw new Failure('validation_failed', {
      issues: [{ path: 'sealed_key', message: 'ほかの組織のファイルです' }],
    })
  return key
}

const invalid =
  (path: string, message: string) =>
  (error: unknown): never => {
    if (!(error instanceof errors.JOSEError)) throw error
    throw new Failure('validation_failed', { issues: [{ path, message }], cause: error })
  }
