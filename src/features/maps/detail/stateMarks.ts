import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconBattery1,
  IconEyeExclamation,
  IconHourglass,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Tone } from '../../../ui/text/StatusPill.tsx'
import type { PinState } from './pinStates.ts'

/** Icon and colour of a state, the same on pins, in lists and in the summary, and as on other screens. */
export const stateMarks: Record<PinState, { tone: Tone; icon?: TablerIcon }> = {
  abnormal: { tone: 'abnormal', icon: IconAlertTriangleFilled },
  silent: { tone: 'abnormal', icon: IconPlugConnectedX },
  broken: { tone: 'abnormal', icon: IconAlertOctagonFilled },
  weak: { tone: 'weak', icon: IconBattery1 },
  waiting: { tone: 'waiting', icon: IconHourglass },
  input: { tone: 'waiting', icon: IconHourglass },
  setup: { tone: 'waiting', icon: IconHourglass },
  unsure: { tone: 'waiting', icon: IconEyeExclamation },
  normal: { tone: 'normal' },
  empty: { tone: 'neutral' },
}
