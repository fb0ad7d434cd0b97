import { IconCamera, IconMapPin, type TablerIcon } from '@tabler/icons-react'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import classes from './PinStateSummary.module.css'
import { countCameras, type PinFacts, type PinState, stateNames } from './pinFacts.ts'
import { stateIcons } from './stateIcons.ts'

const states = ['abnormal', 'silent', 'broken', 'weak', 'waiting'] as const

/** How many pins and cameras, and how many pins in which state; what there is comes first. */
export function PinStateSummary({ facts }: { facts: readonly PinFacts[] }) {
  const phone = useIsPhone()
  const counted = states.map((state) => ({
    state,
    count: facts.filter((each) => each.state === state).length,
  }))
  const cards = (there: boolean) =>
    counted
      .filter(({ count }) => count > 0 === there)
      .map(({ state, count }) => (
        <Card
          key={state}
          icon={stateIcons[state]}
          label={stateNames[state]}
          count={count}
          unit="件"
          state={state}
        />
      ))
  return (
    // Reachable by keys where it scrolls.
    <section className={classes.scroll} aria-label="概要" tabIndex={phone ? 0 : undefined}>
      <ul className={classes.cards}>
        {cards(true)}
        <Card icon={IconMapPin} label="ピン" count={facts.length} unit="件" />
        <Card icon={IconCamera} label="カメラ" count={countCameras(facts)} unit="台" />
        {cards(false)}
      </ul>
    </section>
  )
}

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
