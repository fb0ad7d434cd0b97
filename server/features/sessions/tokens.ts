import { createHash, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const issuer = 'kenshin'

/** Minutes that a stolen id token is usable where sessions are not looked up. */
const idMinutes = 15
/** Days of refresh tokens, and of the access token for change-password. */
export const refreshDays = 30

/** `id` for all calls, `password` for change-password only; not interchangeable. */
type TokenKind = 'id' | 'password'

const lifetime: Record<TokenKind, number> = { id: idMinutes * 60, password: refreshDays * 86_400 }

interface TokenSubject {
  userId: number
  sessionId: number
  organizationId: number
}

const claimsSchema = z.object({
  sub: z.string().regex(/^\d+$/).transform(Number),
  sid: z.int(),
  org: z.int(),
  exp: z.int(),
})

export function signToken(
  key: Uint8Array,
  kind: TokenKind,
  subject: TokenSubject,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: subject.sessionId, org: subject.organizationId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(`${issuer}/${kind}`)
    .setSubject(String(subject.userId))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetime[kind])
    .sign(key)
}

interface Verified {
  kind: TokenKind
  subject: TokenSubject
  expires: number
}

/** Verified tokens by key: signatures are checked once, not on every call. */
const verifiedTokens = new WeakMap<Uint8Array, Map<string, Verified>>()
const maxVerified = 5000

/** Null for a token that is foreign, of another kind, or expired. */
export async function verifyToken(
  key: Uint8Array,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<TokenSubject | null> {
  let ofKey = verifiedTokens.get(key)
  if (ofKey === undefined || ofKey.size >= maxVerified) {
    ofKey = new Map()
    verifiedTokens.set(key, ofKey)
  }
  const known = ofKey.get(token)
  if (known !== undefined) return known.kind === kind && isBefore(now, known.expires) ? known.subject : null
  const found = await verifySignature(key, kind, token, now)
  if (found !== null) ofKey.set(token, found)
  return found?.subject ?? null
}

const isBefore = (now: Date, seconds: number) => Math.floor(now.getTime() / 1000) < seconds

async function verifySignature(
  key: Uint8Array,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<Verified | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience: `${issuer}/${kind}`,
      requiredClaims: ['exp', 'sub'],
      currentDate: now,
    })
    const claims = claimsSchema.safeParse(payload)
    if (!claims.success) return null
    const { sub: userId, sid: sessionId, org: organizationId, exp: expires } = claims.data
    return { kind, subject: { userId, sessionId, organizationId }, expires }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** An opaque token of 256 bits, and the hash that is stored. */
export function makeRefreshToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashRefreshToken(token) }
}

export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('hex')
