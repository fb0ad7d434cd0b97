import { createHash, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const issuer = 'kenshin'

/** Minutes: how long a stolen id token is of use where nobody looks the session up. */
const idMinutes = 15
/** Days: a refresh token, and the access token that only change-password takes beside an id token. */
export const refreshDays = 30

/** `id` goes with every call; `password` is for change-password only. A token of one kind is not one of the other. */
export type TokenKind = 'id' | 'password'

const lifetime: Record<TokenKind, number> = { id: idMinutes * 60, password: refreshDays * 86_400 }

export interface TokenSubject {
  userId: number
  sessionId: number
  organizationId: number
}

const claimsSchema = z.object({
  sub: z.string().regex(/^\d+$/).transform(Number),
  sid: z.int(),
  org: z.int(),
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

/** Null for a token that is not ours, not of this kind, or out of date. */
export async function verifyToken(
  key: Uint8Array,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<TokenSubject | null> {
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
    return { userId: claims.data.sub, sessionId: claims.data.sid, organizationId: claims.data.org }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** An opaque refresh token of 256 bits and what is kept of it. */
export function makeRefreshToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashRefreshToken(token) }
}

export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('hex')
