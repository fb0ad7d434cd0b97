import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateMessage } from './StateMessage.tsx'

interface Props {
  icon?: TablerIcon
  title?: string
  /** What to do next. */
  text?: string | undefined
  action?: ReactNode
}

/** An empty list: 'No Data' by the specification, and what to do. */
export const EmptyState = ({ icon = IconInbox, title = 'No Data', text, action }: Props) => (
  <StateMessage icon={icon} title={title} text={text} action={action} role="status" />
)
