import { IconCamera, IconWifi } from '@tabler/icons-react'
import { memo, type RefCallback, useSyncExternalStore } from 'react'
import { type MapPin, pinType } from '../../../../contract/maps.ts'
import { handleProps } from '../../../ui/stage/handleProps.ts'
import type { Stage } from '../../../ui/stage/stage.ts'
import { clampToPicture, type Point, positionStyle } from '../../../ui/stage/stageGeometry.ts'
import classes from './MapPinLayer.module.css'
import { type PinFacts, pinLabel } from './pinFacts.ts'
import { stateMarks } from './stateMarks.ts'
import { positionOf } from './usePinMoves.ts'

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
/** Ratios of the picture: nearer to its edge a pin's words are cut off, on a small picture (`near`) or on any. */
const edge = { x: 0.06, nearX: 0.16, y: 0.09 }

/**
 * The pins of a map. Where they are close together, values show on hover, focus and selection only, or after zooming in;
 * the words of pins in trouble as well where many of these are close together.
 */
export const MapPinLayer = ({ stage, facts, moved, selected, selectedRef, actions }: Props) => (
  <div
    className={classes.layer}
    data-dense={useIsDense(stage, facts.length) || undefined}
    data-crowded={useIsDense(stage, facts.filter(({ isTrouble }) => isTrouble).length) || undefined}
  >
    {facts.map((each) => (
      <PinMark
        key={each.pin.id}
        ref={each.pin.id === selected ? selectedRef : undefined}
        stage={stage}
        facts={each}
        at={moved.get(each.pin.id)}
        selected={each.pin.id === selected}
        actions={actions}
      />
    ))}
  </div>
)

/** Renders anew when the answer changes, not with each zoom. */
const useIsDense = (stage: Stage, pins: number) =>
  useSyncExternalStore(stage.subscribe, () => {
    const { width, height } = stage.view().picture
    return width * height < pins * roomy
  })

const sideOf = (at: number, margin: number) => (at < margin ? 'start' : at > 1 - margin ? 'end' : undefined)

function acrossOf(x: number) {
  const near = sideOf(x, edge.nearX)
  return sideOf(x, edge.x) ?? (near && `near-${near}`)
}

interface MarkProps {
  ref: RefCallback<HTMLElement> | undefined
  stage: Stage
  facts: PinFacts
  /** While it is being moved. */
  at: Point | undefined
  selected: boolean
  actions: PinActions
}

const PinMark = memo(function PinMark({ ref, stage, facts, at, selected, actions }: MarkProps) {
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
      style={positionStyle(point)}
      data-type={pin.type === pinType.camera ? 'camera' : 'wifi'}
      data-tone={tone}
      data-trouble={isTrouble || undefined}
      data-selected={selected || undefined}
      data-across={acrossOf(point.x)}
      data-down={sideOf(point.y, edge.y)}
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
