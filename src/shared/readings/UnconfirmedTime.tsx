import { IconClockQuestion } from '@tabler/icons-react'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** Mark of a reading whose time a person should confirm. */
export const UnconfirmedTime = () => (
  <StatusPill tone="waiting" icon={IconClockQuestion}>
    時刻不明
  </StatusPill>
)
