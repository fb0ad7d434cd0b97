import { inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { confirmationCodes, deviceMarks, refreshTokens, sessions, signInAttempts } from '../../db/schema.ts'
import { markDays } from './device-mark.ts'
import { refreshDays } from './tokens.ts'

const day = 86_400_000
/** Days that an ended session is kept, for audits. */
const retentionDays = 90

/** Deletes expired rows and returns their numbers. Idempotent. */
export async function purgeExpired(database: Database, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  return database.asSystem(async (tx) => {
    const revoked = tx.select({ id: sessions.id }).from(sessions).where(isNotNull(sessions.revokedAt))
    const ofTokens = await tx
      .delete(refreshTokens)
      .where(or(lt(refreshTokens.expiresAt, now), inArray(refreshTokens.sessionId, revoked)))
    const ofSessions = await tx.delete(sessions).where(
      or(
        lt(sessions.revokedAt, ago(retentionDays)),
        // Ended with its last refresh token.
        lt(sessions.lastUsedAt, ago(retentionDays + refreshDays)),
      ),
    )
    // Also used codes until they expire: they count toward the limit of mails.
    const ofCodes = await tx.delete(confirmationCodes).where(lt(confirmationCodes.expiresAt, now))
    const ofAttempts = await tx.delete(signInAttempts).where(lt(signInAttempts.at, ago(1)))
    const ofMarks = await tx.delete(deviceMarks).where(lt(deviceMarks.signedInAt, ago(markDays)))
    return {
      sessions: ofSessions.rowCount ?? 0,
      refreshTokens: ofTokens.rowCount ?? 0,
      confirmationCodes: ofCodes.rowCount ?? 0,
      signInAttempts: ofAttempts.rowCount ?? 0,
      deviceMarks: ofMarks.rowCount ?? 0,
    }
  })
}
