import { type VerificationState, verificationWarningDays } from '../../../lib/meters/verification.ts'

/** In the order of the filter, where each is its number and one. */
const verificationStates = ['expired', 'ending'] as const

export const verificationTexts: Record<VerificationState, string> = {
  expired: '期限切れ',
  ending: `${verificationWarningDays}日以内`,
}

export const verificationId = (state: VerificationState) => verificationStates.indexOf(state) + 1

/** Options of the filter of meters. */
export const verificationOptions = verificationStates.map((state) => ({
  id: verificationId(state),
  name: verificationTexts[state],
}))
