import { IconAlertTriangleFilled, IconCircleCheck, IconCircleDashed, IconWalk } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { RoundState } from '../../lib/rounds/roundState.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

const looks: Record<
  RoundState,
  { label: string } & Pick<ComponentProps<typeof StatusPill>, 'tone' | 'icon'>
> = {
  late: { label: '遅れ', tone: 'abnormal', icon: IconAlertTriangleFilled },
  walking: { label: '巡回中', tone: 'neutral', icon: IconWalk },
  untouched: { label: '未着手', tone: 'neutral', icon: IconCircleDashed },
  done: { label: '完了', tone: 'normal', icon: IconCircleCheck },
}

export function RoundPill({ state }: { state: RoundState }) {
  const { label, ...look } = looks[state]
  return <StatusPill {...look}>{label}</StatusPill>
}
