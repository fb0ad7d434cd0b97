import { IconKeyboard } from '@tabler/icons-react'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** Mark of a value that a person typed. */
export const TypedMark = () => (
  <StatusPill tone="neutral" icon={IconKeyboard}>
    手入力
  </StatusPill>
)
