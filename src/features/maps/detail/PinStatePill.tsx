import { IconPlugConnectedX } from '@tabler/icons-react'
import { StatusPill, type Tone } from '../../../ui/text/StatusPill.tsx'
import { type PinState, stateNames } from './pinFacts.ts'

const tones: Record<PinState, Tone> = {
  abnormal: 'abnormal',
  silent: 'waiting',
  broken: 'abnormal',
  weak: 'weak',
  normal: 'normal',
  empty: 'neutral',
}

export const PinStatePill = ({ state }: { state: PinState }) => (
  <StatusPill tone={tones[state]} {...(state === 'silent' && { icon: IconPlugConnectedX })}>
    {stateNames[state]}
  </StatusPill>
)
