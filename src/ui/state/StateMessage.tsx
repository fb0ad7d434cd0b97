import { Box } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from '../text/StatusPill.tsx'
import classes from './StateMessage.module.css'

interface Props {
  icon: TablerIcon
  tone?: Tone
  title: string
  text?: string | undefined
  requestId?: string | null
  /** Buttons. */
  action?: ReactNode
  /** Title as `h1`. */
  heading?: boolean
  /** `alert` is announced at once. */
  role?: 'alert' | 'status'
}

/** Placeholder with message and action. */
export function StateMessage({
  icon: Icon,
  tone = 'neutral',
  title,
  text,
  requestId,
  action,
  heading,
  role,
}: Props) {
  return (
    <div className={classes.state} role={role}>
      <Icon size={40} stroke={1.5} className={classes.icon} data-tone={tone} aria-hidden />
      <Box component={heading ? 'h1' : 'p'} fz="md" fw={700}>
        {title}
      </Box>
      {text && (
        <Box component="p" maw="32em" c="dimmed">
          {text}
        </Box>
      )}
      {requestId && (
        <Box component="p" fz="xs" c="dimmed" className="break-anywhere">
          お問い合わせ番号: {requestId}
        </Box>
      )}
      {action}
    </div>
  )
}
