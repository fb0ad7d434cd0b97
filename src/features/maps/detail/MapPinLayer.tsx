import { IconCamera, IconWifi } from '@tabler/icons-react'
import { type CSSProperties, memo, type RefCallback, useSyncExternalStore } from 'react'
import { type MapPin, pinType } from '../../../../contract/maps.ts'
import { handleProps } from '../../../ui/stage/handleProps.ts'
import type { Stage } from '../../../ui/stage/stage.ts'
import { clampToPicture, type Point, positionStyle } from '../../../ui/stage/stageGeometry.ts'
import classes from './MapPinLayer.module.css'
import { type PinFacts, pinLabel } from './pinFacts.ts'
import { stateMarks } from './stateMarks.ts'
import { positionOf } from './usePinMoves.ts'
import { wordsAbove } from './wordsAbove.ts'

/** Stable through the map’s life, so that moving one pin draws only that one. */
export interface PinActions {
  onPress: (id: number) => void
  onMove: (pin: MapPin, to: Point, byKeys: boolean) => void
  onEnd: (id: number) => void
  onRemove: (id: number) => void
}

interface Props {
  stage: Stage
  facts: readonly PinFacts[]
  /** Pins that are being moved. */
  moved: ReadonlyMap<number, Point>
  selected: number | null
  selectedRef: RefCallback<HTMLElement>
  actions: PinActions
}

/** Square pixels of the picture a pin: with less, words would cover each other. */
const roomy = 12_000
/** Ratio of the picture: nearer to its upper or lower edge a pin's words are cut off. */
const edge = 0.09

/**
 * The pins of a map. Where they are close together, values show on hover, focus and selection only, or after zooming in;
 * the words of pins in trouble as well where many of these are close together. Words are below their pin, or above it
 * where less is in their way.
 */
export function MapPinLayer({ stage, facts, moved, selected, selectedRef, actions }: Props) {
  const isDense = useIsDense(stage, facts.length)
  const isCrowded = useIsDense(stage, facts.filter(({ isTrouble }) => isTrouble).length)
  const pins = facts.map(({ pin, word, value, isTrouble }) => ({
    id: pin.id,
    at: moved.get(pin.id) ?? positionOf(pin),
    words: [isTrouble && !isCrowded && word, !isDense && value].filter(Boolean).join(' '),
  }))
  // A text, so that the layer is drawn again only when a pin changes its side.
  const above = useSyncExternalStore(stage.subscribe, () =>
    JSON.stringify([...wordsAbove(pins, stage.view().picture)]),
  )
  const idsAbove: number[] = JSON.parse(above)
  return (
    <div className={classes.layer} data-dense={isDense || undefined} data-crowded={isCrowded || undefined}>
      {facts.map((each) => (
        <PinMark
          key={each.pin.id}
          ref={each.pin.id === selected ? selectedRef : undefined}
          stage={stage}
          facts={each}
          at={moved.get(each.pin.id)}
          selected={each.pin.id === selected}
          isAbove={idsAbove.includes(each.pin.id)}
          actions={actions}
        />
      ))}
    </div>
  )
}

/** Renders anew when the answer changes, not with each zoom. */
const useIsDense = (stage: Stage, pins: number) =>
  useSyncExternalStore(stage.subscribe, () => {
    const { width, height } = stage.view().picture
    return width * height < pins * roomy
  })

const sideOf = (y: number) => (y < edge ? 'start' : y > 1 - edge ? 'end' : undefined)

interface MarkProps {
  ref: RefCallback<HTMLElement> | undefined
  stage: Stage
  facts: PinFacts
  /** While it is being moved. */
  at: Point | undefined
  selected: boolean
  /** The words are above the mark. */
  isAbove: boolean
  actions: PinActions
}

const PinMark = memo(function PinMark(props: MarkProps) {
  const { ref, stage, facts, at, selected, isAbove, actions } = props
  const { pin, state, word, value, isTrouble } = facts
  const point = at ?? positionOf(pin)
  const press = () => actions.onPress(pin.id)
  const handle = handleProps<Point>(stage, {
    id: String(pin.id),
    value: point,
    onTap: press,
    onRemove: selected ? () => actions.onRemove(pin.id) : null,
    onEnd: () => actions.onEnd(pin.id),
    onMove: (from, by, gesture) => {
      const to = clampToPicture({ x: from.x + by.x, y: from.y + by.y })
      actions.onMove(pin, to, gesture.startsWith('keys'))
      return to
    },
  })
  const Icon = pin.type === pinType.camera ? IconCamera : IconWifi
  const { tone, icon: StateIcon } = state === null ? {} : stateMarks[state]
  return (
    <button
      ref={ref}
      type="button"
      className={classes.pin}
      style={{ ...positionStyle(point), '--x': point.x } as CSSProperties}
      data-type={pin.type === pinType.camera ? 'camera' : 'wifi'}
      data-tone={tone}
      data-trouble={isTrouble || undefined}
      data-selected={selected || undefined}
      data-down={isAbove ? 'end' : sideOf(point.y)}
      aria-label={pinLabel(facts)}
      aria-pressed={selected}
      {...handle}
      onFocus={({ currentTarget }) => {
        // By key; under the mouse or a finger it would slip away.
        if (currentTarget.matches(':focus-visible')) stage.reveal(point)
      }}
      onPointerDown={(event) => {
        // A finger that pans across a plan moves no pin but the selected one.
        if (selected || event.pointerType === 'mouse') return handle.onPointerDown(event)
        if (!event.isPrimary) return
        event.preventDefault()
        stage.press(event, { onTap: press, onMove: () => null })
      }}
      // Without it a click follows the tap, on the sheet that has opened under the finger.
      onTouchEnd={(event) => event.cancelable && event.preventDefault()}
      onClick={({ detail }) => {
        // By key or assistive technology; a finger's or the mouse's press has been a tap already.
        if (detail === 0) press()
      }}
    >
      <span className={classes.mark}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={classes.name}>{pin.name}</span>
      {(isTrouble || value !== null) && (
        <span className={classes.state}>
          {StateIcon && <StateIcon size={14} aria-hidden />}
          {isTrouble && <span className={classes.word}>{word}</span>}
          {value !== null && <span className={classes.value}>{value}</span>}
        </span>
      )}
    </button>
  )
})
