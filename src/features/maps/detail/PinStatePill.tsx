import { StatusPill, type Tone } from '../../../ui/text/StatusPill.tsx'
import { type PinState, stateNames } from './pinFacts.ts'
import { stateIcons } from './stateIcons.ts'

const tones: Record<PinState, Tone> = {
  abnormal: 'abnormal',
  silent: 'waiting',
  broken: 'abnormal',
  weak: 'weak',
  waiting: 'waiting',
  normal: 'normal',
  empty: 'neutral',
}

export const PinStatePill = ({ state }: { state: PinState }) => {
  const icon = stateIcons[state]
  return (
    <StatusPill tone={tones[state]} {...(icon && { icon })}>
      {stateNames[state]}
    </StatusPill>
  )
}
