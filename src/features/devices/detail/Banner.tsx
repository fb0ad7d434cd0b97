import type { TablerIcon } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Tone } from '../../../ui/text/StatusPill.tsx'
import tones from '../../../ui/text/tones.module.css'
import classes from './Banner.module.css'

interface Props {
  tone: Tone
  icon: TablerIcon
  label: string
  action?: ReactNode
  children: ReactNode
}

/** A notice about a device above its settings. */
export const Banner = ({ tone, icon: Icon, label, action, children }: Props) => (
  <section className={clsx(classes.banner, tones.tone)} data-tone={tone} aria-label={label}>
    <Icon size={24} aria-hidden />
    <div>{children}</div>
    {action}
  </section>
)
