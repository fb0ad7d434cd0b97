import type { Meter } from '../../../../contract/meters.ts'

/** 管理番号 by which the meter that is only tried is known; it may exist once. */
export const trialCode = 'お試し'

export const isTrialMeter = ({ code }: Pick<Meter, 'code'>): boolean => code === trialCode
