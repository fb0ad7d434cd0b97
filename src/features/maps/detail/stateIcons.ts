import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconBattery1,
  IconHourglass,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { PinState } from './pinFacts.ts'

/** The same on pins, in lists and in the summary. */
export const stateIcons = {
  abnormal: IconAlertTriangleFilled,
  silent: IconPlugConnectedX,
  broken: IconAlertOctagonFilled,
  weak: IconBattery1,
  waiting: IconHourglass,
  normal: undefined,
  empty: undefined,
} satisfies Record<PinState, TablerIcon | undefined>
