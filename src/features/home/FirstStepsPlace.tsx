import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { role } from '../../../contract/access.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { isTrialMeter } from './first-steps/trialCode.ts'

/** Lazy: needed once in the life of an organization. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps/FirstSteps.tsx')).FirstSteps }))

/** The first steps, for administrators until a meter of their own has its first reading. */
export function FirstStepsPlace() {
  const { role: own } = useAccount()
  const { data: isEmpty = false } = useQuery({
    ...metersQuery,
    select: (meters) => meters.every((meter) => meter.last_reading === null || isTrialMeter(meter)),
  })
  if (own < role.admin || !isEmpty) return null
  return (
    <Suspense>
      <FirstSteps />
    </Suspense>
  )
}
