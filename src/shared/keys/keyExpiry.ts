import { expiryWarningDays } from '../../../contract/keys.ts'

const day = 86_400_000

export const isKeyExpired = (expireAt: string | null, now: number): boolean =>
  expireAt !== null && Date.parse(expireAt) <= now

/** あと10日で期限切れ, 期限切れ; null for a key that is valid for more than 30 days, or does not expire. */
export function keyExpiryWarning(expireAt: string | null, now: number): string | null {
  if (expireAt === null) return null
  const left = Date.parse(expireAt) - now
  if (left <= 0) return '期限切れ'
  if (left > expiryWarningDays * day) return null
  const days = Math.floor(left / day)
  return days === 0 ? '1日以内に期限切れ' : `あと${days}日で期限切れ`
}
