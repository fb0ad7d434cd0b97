/** Days before 検定有効期限 from which on a meter is listed. */
export const verificationWarningDays = 60

export type VerificationState = 'expired' | 'ending'

/** Returns whether the verification of a meter has ended or ends soon, or null. Days as `YYYY-MM-DD`. */
export function verificationState(expiresOn: string | null, today: string): VerificationState | null {
  if (expiresOn === null) return null
  if (expiresOn < today) return 'expired'
  return Date.parse(expiresOn) - Date.parse(today) <= verificationWarningDays * 86_400_000 ? 'ending' : null
}
