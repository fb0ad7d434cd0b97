import { Box } from '@mantine/core'
import { IconCamera, IconMapPin, type TablerIcon } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Tone } from '../../../ui/text/StatusPill.tsx'
import tones from '../../../ui/text/tones.module.css'
import classes from './PinStateSummary.module.css'
import { countCameras, type PinFacts, stateNames } from './pinFacts.ts'
import { type PinFilter, troubles } from './pinStates.ts'
import { stateMarks } from './stateMarks.ts'

interface Props {
  facts: readonly PinFacts[]
  filter: PinFilter | undefined
  onFilter: (filter: PinFilter | undefined) => void
}

/** How many pins and cameras, and how many pins in which state; what there is comes first. A press filters the pins. */
export function PinStateSummary({ facts, filter, onFilter }: Props) {
  const toggle = (chosen: PinFilter) => ({
    isPressed: filter === chosen,
    onPress: () => onFilter(filter === chosen ? undefined : chosen),
  })
  const counted = troubles.map((state) => ({
    state,
    count: facts.filter((each) => each.state === state).length,
  }))
  const cards = (there: boolean) =>
    counted
      .filter(({ count }) => count > 0 === there)
      .map(({ state, count }) => (
        <Card
          key={state}
          {...stateMarks[state]}
          label={stateNames[state]}
          count={count}
          unit="件"
          {...toggle(state)}
        />
      ))
  return (
    <section className={classes.scroll} aria-label="概要">
      <ul className={classes.cards}>
        {cards(true)}
        <Card
          icon={IconMapPin}
          label="ピン"
          count={facts.length}
          unit="件"
          isPressed={filter === undefined}
          onPress={() => onFilter(undefined)}
        />
        <Card
          icon={IconCamera}
          label="ピンのカメラ"
          count={countCameras(facts)}
          unit="台"
          {...toggle('cameras')}
        />
        {cards(false)}
      </ul>
    </section>
  )
}

interface CardProps {
  icon?: TablerIcon
  label: string
  count: number
  unit: string
  tone?: Tone
  isPressed: boolean
  onPress: () => void
}

/** A card without anything to show cannot be pressed. */
function Card({ icon: Icon, label, count, unit, tone, isPressed, onPress }: CardProps) {
  const content: ReactNode = (
    <>
      {Icon && <Icon size={18} aria-hidden />}
      <Box component="span" fz="sm" className="nowrap">
        {label}
      </Box>
      <span className={classes.count}>
        {count}
        <Box component="span" ml={2} fz="xs" fw={500}>
          {unit}
        </Box>
      </span>
    </>
  )
  return (
    <li>
      {count > 0 || isPressed ? (
        <button
          type="button"
          className={clsx(classes.card, tones.tone)}
          data-tone={count > 0 ? tone : undefined}
          aria-pressed={isPressed}
          onClick={onPress}
        >
          {content}
        </button>
      ) : (
        <span className={classes.card}>{content}</span>
      )}
    </li>
  )
}
