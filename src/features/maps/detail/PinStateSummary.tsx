import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconBattery1,
  IconCamera,
  IconMapPin,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react'
import classes from './PinStateSummary.module.css'
import { countCameras, type PinFacts, type PinState, stateNames } from './pinFacts.ts'

const troubles: { state: PinState; icon: TablerIcon }[] = [
  { state: 'abnormal', icon: IconAlertTriangleFilled },
  { state: 'silent', icon: IconPlugConnectedX },
  { state: 'broken', icon: IconAlertOctagonFilled },
  { state: 'weak', icon: IconBattery1 },
]

/** How many pins and cameras, and how many pins with which trouble. */
export const PinStateSummary = ({ facts }: { facts: readonly PinFacts[] }) => (
  <ul className={classes.cards} aria-label="概要">
    <Card icon={IconMapPin} label="ピン" count={facts.length} unit="件" />
    <Card icon={IconCamera} label="カメラ" count={countCameras(facts)} unit="台" />
    {troubles.map(({ state, icon }) => (
      <Card
        key={state}
        icon={icon}
        label={stateNames[state]}
        count={facts.filter((each) => each.state === state).length}
        unit="件"
        state={state}
      />
    ))}
  </ul>
)

interface CardProps {
  icon: TablerIcon
  label: string
  count: number
  unit: string
  state?: PinState
}

const Card = ({ icon: Icon, label, count, unit, state }: CardProps) => (
  <li className={classes.card} data-state={count > 0 ? state : undefined}>
    <Icon size={18} aria-hidden />
    <span className={classes.label}>{label}</span>
    <span className={classes.count}>
      {count}
      <span className={classes.unit}>{unit}</span>
    </span>
  </li>
)
