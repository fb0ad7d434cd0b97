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
      {heading ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
      {text && <p className={classes.text}>{text}</p>}
      {requestId && <p className={classes.request}>お問い合わせ番号: {requestId}</p>}
      {action}
    </div>
  )
}
