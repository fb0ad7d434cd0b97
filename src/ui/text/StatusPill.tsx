import {
  IconAlertTriangleFilled,
  IconBattery1,
  IconCircleCheck,
  IconEyeExclamation,
  IconHourglass,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './StatusPill.module.css'
import tones from './tones.module.css'

/** Colours by meaning; `pressing` needs a person more urgently than `waiting`, `weak` is a device on low battery. */
export type Tone = 'abnormal' | 'pressing' | 'waiting' | 'weak' | 'normal' | 'neutral'

const icons: Record<Tone, TablerIcon> = {
  abnormal: IconAlertTriangleFilled,
  pressing: IconEyeExclamation,
  waiting: IconHourglass,
  weak: IconBattery1,
  normal: IconCircleCheck,
  neutral: IconInfoCircle,
}

interface Props {
  tone: Tone
  icon?: TablerIcon
  children: ReactNode
}

/** A status by colour, icon and label. */
export function StatusPill({ tone, icon, children }: Props) {
  const Icon = icon ?? icons[tone]
  return (
    <span className={clsx(classes.pill, tones.tone)} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}
