import type { KeyboardEvent } from 'react'
import type { Point } from '../../../reader/web/index.ts'
import { inPicture, placeAt, type Size } from './geometry.ts'
import { stepOf } from './keys.ts'
import classes from './PinLayer.module.css'
import { inOrder, kindNames, type PinDraft, placedPins, placesOver, scaleOf, type Tool } from './pins.ts'
import { useGrip } from './useGrip.ts'
import type { Stage } from './useStage.ts'

interface Props {
  stage: Stage
  draft: PinDraft
  /** Pixels of the picture. */
  size: Size
  selected: string | null
  still: boolean
  /** What a press places; null: nothing. */
  tool: Tool | null
  onPlace: (at: Point) => void
  onSelect: (id: string) => void
  /** `mark` joins the steps of one gesture. */
  onMove: (id: string, to: Point, mark: string) => void
  onRemove: (id: string) => void
}

/** Axis and pins on the picture, with the lines and angles that are stored. */
export function PinLayer({
  stage,
  draft,
  size,
  selected,
  still,
  tool,
  onPlace,
  onSelect,
  onMove,
  onRemove,
}: Props) {
  const placed = placedPins(draft, size)
  const numbers = new Map(inOrder(draft, size).map(({ id }, index) => [id, index + 1]))
  const axis = draft.axis && stage.toStage(draft.axis)
  const isProposed = (id: string) => draft.proposed.includes(id)
  const shared = { stage, still, onSelect, onMove, onRemove }
  return (
    <>
      <svg className={classes.lines} width={stage.size.width} height={stage.size.height} aria-hidden>
        <Arc stage={stage} draft={draft} size={size} />
        {axis &&
          placed.map(({ pin, point, angle }) => {
            const tip = stage.toStage(point)
            const at = { x: axis.x + (tip.x - axis.x) * 0.62, y: axis.y + (tip.y - axis.y) * 0.62 }
            return (
              <g key={pin.id} data-proposed={isProposed(pin.id) || undefined}>
                <line className={classes.halo} x1={axis.x} y1={axis.y} x2={tip.x} y2={tip.y} />
                <line className={classes.line} x1={axis.x} y1={axis.y} x2={tip.x} y2={tip.y} />
                <text className={classes.angle} x={at.x} y={at.y} dy="0.35em" textAnchor="middle">
                  {`${angle}°`}
                </text>
              </g>
            )
          })}
      </svg>
      {draft.axis && (
        <PinGrip
          {...shared}
          id="axis"
          name="軸"
          number={null}
          point={draft.axis}
          outward={up}
          proposed={isProposed('axis')}
          selected={selected === 'axis'}
          removable={false}
          onTap={null}
        />
      )}
      {draft.pins.map((pin) => {
        const angle = placed.find((each) => each.pin.id === pin.id)?.angle
        const number = numbers.get(pin.id) ?? 0
        const facts = [angle === undefined ? null : `${angle}°`, pin.text === '' ? null : `値 ${pin.text}`]
        return (
          pin.point && (
            <PinGrip
              {...shared}
              key={pin.id}
              id={pin.id}
              name={[`${number} ${kindNames[pin.kind]}`, ...facts].filter((fact) => fact !== null).join('、')}
              number={number}
              point={pin.point}
              outward={axis ? towards(axis, stage.toStage(pin.point)) : up}
              proposed={isProposed(pin.id)}
              selected={selected === pin.id}
              removable={pin.kind === 'middle'}
              onTap={placesOver(tool, pin) ? onPlace : null}
            />
          )
        )
      })}
    </>
  )
}

/** Pixels from a pin to its number. */
const numberAway = 21
const up: Point = { x: 0, y: -1 }

function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  return length === 0 ? up : { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

interface GripProps {
  stage: Stage
  id: string
  name: string
  /** Null for the axis. */
  number: number | null
  point: Point
  /** Where its number stands: away from the axis, so that the line under the pin stays to be seen. */
  outward: Point
  proposed: boolean
  selected: boolean
  still: boolean
  removable: boolean
  /** What a press does that does not move it. */
  onTap: ((at: Point) => void) | null
  onSelect: (id: string) => void
  onMove: (id: string, to: Point, mark: string) => void
  onRemove: (id: string) => void
}

function PinGrip({
  stage,
  id,
  name,
  number,
  point,
  outward,
  proposed,
  selected,
  still,
  removable,
  onTap,
  onSelect,
  onMove,
  onRemove,
}: GripProps) {
  const { x, y } = stage.toStage(point)
  const moveBy = (by: Point, mark: string) => onMove(id, { x: point.x + by.x, y: point.y + by.y }, mark)
  const grip = useGrip<Point>(stage, {
    onGrip: () => {
      onSelect(id)
      return point
    },
    onMove: (from, by, mark) => {
      const to = inPicture({ x: from.x + by.x, y: from.y + by.y })
      onMove(id, to, mark)
      return to
    },
    onTap,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step) moveBy({ x: step.x * stage.perPixel.x, y: step.y * stage.perPixel.y }, `keys-${id}`)
    else if (removable && (event.key === 'Delete' || event.key === 'Backspace')) onRemove(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      type="button"
      className={classes.pin}
      style={{ left: x, top: y }}
      data-pin={id}
      data-axis={number === null || undefined}
      data-proposed={proposed || undefined}
      data-selected={selected || undefined}
      aria-label={proposed ? `${name}、提案` : name}
      disabled={still}
      onFocus={() => onSelect(id)}
      onKeyDown={onKeyDown}
      {...grip}
    >
      <span className={classes.mark} />
      {number !== null && (
        <span
          className={classes.number}
          style={{ translate: `${outward.x * numberAway}px ${outward.y * numberAway}px` }}
        >
          {number}
        </span>
      )}
    </button>
  )
}

/** Where the arc runs, as a share of the pins' distance: the numerals inside stay to be read. */
const beyondPins = 1.14

/** How the scale runs from its start to its end, as the reader will take it. */
function Arc({ stage, draft, size }: Pick<Props, 'stage' | 'draft' | 'size'>) {
  const { axis } = draft
  const scale = scaleOf(draft, size)
  const ends = placedPins(draft, size).filter(({ pin }) => pin.kind !== 'middle')
  if (axis === null || scale === null) return null
  const reaches = ends.map(({ point }) =>
    Math.hypot((point.x - axis.x) * size.width, (point.y - axis.y) * size.height),
  )
  const reach = (beyondPins * reaches.reduce((sum, each) => sum + each, 0)) / reaches.length / size.width
  const steps = Math.max(2, Math.ceil(scale.sweep / 4))
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const degrees = scale.start + scale.direction * scale.sweep * (index / steps)
    const { x, y } = stage.toStage(placeAt(axis, degrees, reach, size))
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <>
      <defs>
        <marker
          id="scale-end"
          viewBox="0 0 8 8"
          refX="6"
          refY="4"
          markerWidth="5"
          markerHeight="5"
          orient="auto"
        >
          <path className={classes.tip} d="M0 0L8 4L0 8Z" />
        </marker>
      </defs>
      <polyline className={classes.halo} points={points.join(' ')} />
      <polyline className={classes.arc} points={points.join(' ')} markerEnd="url(#scale-end)" />
    </>
  )
}
