import { IconPlayerSkipForward } from '@tabler/icons-react'
import type { Skip } from '../../../../offline/rows.ts'
import { byServerClock } from '../../../../offline/sendable.ts'
import { skipText } from '../../../lib/rounds/skipReasonTexts.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { recordSteps, stateTexts, stepsDone } from '../captureTexts.ts'
import { OutboxItem } from './OutboxItem.tsx'
import classes from './OutboxRow.module.css'

interface Props {
  skip: Skip
  organizationId: number
}

/** A meter that was left out: time, reason, status. */
export function SkipRow({ skip, organizationId }: Props) {
  return (
    <OutboxItem
      row={skip}
      organizationId={organizationId}
      picture={
        <span className={classes.kind}>
          <IconPlayerSkipForward size={24} aria-hidden />
          スキップ
        </span>
      }
      line={
        <>
          <TimeText time={byServerClock(skip.skippedAt, skip)} />
          <span>{skipText(skip)}</span>
        </>
      }
      steps={recordSteps}
      done={stepsDone(skip, false)}
      pill={stateTexts[skip.state]}
    />
  )
}
