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

/**
 * What a colour means, the same on every screen; `pressing` waits on a person more than `waiting` does, `weak` is a
 * device that still works on the last of its battery.
 */
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

/** A state: colour, icon and word together. */
export function StatusPill({ tone, icon, children }: Props) {
  const Icon = icon ?? icons[tone]
  return (
    <span className={clsx(classes.pill, classes[tone])}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}
