import { IconAlertTriangleFilled, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { PastRound } from '../../../contract/rounds.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** How a round ended: 届いていない where it was due and never done. */
export function PastPill({ round: { done_at, due_at } }: { round: PastRound }) {
  if (done_at !== null)
    return (
      <StatusPill tone="normal" icon={IconCircleCheck}>
        完了
      </StatusPill>
    )
  if (due_at !== null)
    return (
      <StatusPill tone="abnormal" icon={IconAlertTriangleFilled}>
        未完了
      </StatusPill>
    )
  return (
    <StatusPill tone="neutral" icon={IconCircleDashed}>
      途中まで
    </StatusPill>
  )
}
