import { Flex } from '@mantine/core'
import { use } from 'react'
import { verificationState } from '../../../lib/meters/verification.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import { verificationTexts } from './verificationTexts.ts'

/** The last day of a verification, with a word when it is past or near. */
export function VerificationDay({ day }: { day: string }) {
  const state = verificationState(day, todayIn(use(TimeZone), useCurrentMinute()))
  return (
    <Flex component="span" display="inline-flex" wrap="wrap" gap="4px 8px" align="center">
      <span className="tabular-nums">{day}</span>
      {state && (
        <StatusPill tone={state === 'expired' ? 'pressing' : 'waiting'}>
          {verificationTexts[state]}
        </StatusPill>
      )}
    </Flex>
  )
}
