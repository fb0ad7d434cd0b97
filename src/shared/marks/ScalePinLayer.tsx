import type { Point } from '../../../reader/web/index.ts'
import { handleProps } from '../../ui/stage/handleProps.ts'
import type { Stage } from '../../ui/stage/stage.ts'
import { clampToPicture, positionStyle, type Size } from '../../ui/stage/stageGeometry.ts'
import { useStageView } from '../../ui/stage/useStage.ts'
import { pointAt } from './markGeometry.ts'
import classes from './ScalePinLayer.module.css'
import {
  kindNames,
  type PinDraft,
  placedPins,
  placesNextPin,
  scaleOf,
  sortedPins,
  type Tool,
} from './scalePins.ts'

interface Props {
  stage: Stage
  draft: PinDraft
  /** Pixels of the picture. */
  size: Size
  selected: string | null
  readOnly: boolean
  /** What a press places; null: nothing. */
  tool: Tool | null
  onPlace: (at: Point) => void
  onSelect: (id: string) => void
  /** Changes with the same `gesture` are one undo step. */
  onMove: (id: string, to: Point, gesture: string) => void
  onRemove: (id: string) => void
}

/** Position of the angle's label along the line from axis to pin, 0 to 1. */
const angleAlong = 0.62

/** Axis and pins with their lines and stored angles. */
export function ScalePinLayer({
  stage,
  draft,
  size,
  selected,
  readOnly,
  tool,
  onPlace,
  onSelect,
  onMove,
  onRemove,
}: Props) {
  const placed = placedPins(draft, size)
  const numbers = new Map(sortedPins(draft, size).map(({ id }, index) => [id, index + 1]))
  const { axis } = draft
  const isProposed = (id: string) => draft.proposed.includes(id)
  const shared = { stage, readOnly, onSelect, onMove }
  return (
    <>
      <svg className={classes.lines} aria-hidden>
        <Arc stage={stage} draft={draft} size={size} />
        {axis &&
          placed.map(({ pin, point, angle }) => (
            <g key={pin.id} data-proposed={isProposed(pin.id) || undefined}>
              <line className={classes.halo} {...lineBetween(axis, point)} />
              <line className={classes.line} {...lineBetween(axis, point)} />
              <text
                className={classes.angle}
                x={percent(axis.x + (point.x - axis.x) * angleAlong)}
                y={percent(axis.y + (point.y - axis.y) * angleAlong)}
                dy="0.35em"
                textAnchor="middle"
              >
                {`${angle}°`}
              </text>
            </g>
          ))}
      </svg>
      {axis && (
        <PinButton
          {...shared}
          id="axis"
          name="軸"
          number={null}
          point={axis}
          outward={up}
          proposed={isProposed('axis')}
          selected={selected === 'axis'}
          onTap={null}
          onRemove={null}
        />
      )}
      {draft.pins.map((pin) => {
        const angle = placed.find((each) => each.pin.id === pin.id)?.angle
        const number = numbers.get(pin.id) ?? 0
        const facts = [angle === undefined ? null : `${angle}°`, pin.text === '' ? null : `値 ${pin.text}`]
        return (
          pin.point && (
            <PinButton
              {...shared}
              key={pin.id}
              id={pin.id}
              name={[`${number} ${kindNames[pin.kind]}`, ...facts].filter((fact) => fact !== null).join('、')}
              number={number}
              point={pin.point}
              outward={axis ? directionOf(axis, pin.point, size) : up}
              proposed={isProposed(pin.id)}
              selected={selected === pin.id}
              onTap={placesNextPin(tool, pin) ? onPlace : null}
              onRemove={pin.kind === 'middle' ? onRemove : null}
            />
          )
        )
      })}
    </>
  )
}

const percent = (ratio: number) => `${ratio * 100}%`

const lineBetween = (a: Point, b: Point) => ({
  x1: percent(a.x),
  y1: percent(a.y),
  x2: percent(b.x),
  y2: percent(b.y),
})

/** Screen px from a pin to its number. */
const numberDistance = 21
const up: Point = { x: 0, y: -1 }

function directionOf(from: Point, to: Point, { width, height }: Size): Point {
  const [x, y] = [(to.x - from.x) * width, (to.y - from.y) * height]
  const length = Math.hypot(x, y)
  return length === 0 ? up : { x: x / length, y: y / length }
}

interface PinProps extends Pick<Props, 'stage' | 'readOnly' | 'onSelect' | 'onMove'> {
  id: string
  name: string
  /** Null for the axis. */
  number: number | null
  point: Point
  /** Direction of its number: away from the axis, leaving the scale line visible. */
  outward: Point
  proposed: boolean
  selected: boolean
  /** Press without a move. */
  onTap: ((at: Point) => void) | null
  onRemove: ((id: string) => void) | null
}

function PinButton({
  stage,
  id,
  name,
  number,
  point,
  outward,
  proposed,
  selected,
  readOnly,
  onTap,
  onSelect,
  onMove,
  onRemove,
}: PinProps) {
  const handle = handleProps<Point>(stage, {
    id,
    value: point,
    onTap,
    onSelect,
    onRemove,
    onMove: (from, by, gesture) => {
      const to = clampToPicture({ x: from.x + by.x, y: from.y + by.y })
      onMove(id, to, gesture)
      return to
    },
  })
  return (
    <button
      type="button"
      className={classes.pin}
      style={positionStyle(point)}
      data-pin={id}
      data-axis={number === null || undefined}
      data-proposed={proposed || undefined}
      data-selected={selected || undefined}
      aria-label={proposed ? `${name}、提案` : name}
      disabled={readOnly}
      {...handle}
    >
      <span className={classes.mark} />
      {number !== null && (
        <span
          className={classes.number}
          style={{ translate: `${outward.x * numberDistance}px ${outward.y * numberDistance}px` }}
        >
          {number}
        </span>
      )}
    </button>
  )
}

/** Radius of the arc relative to the pins' distance; outside, so that the numerals stay visible. */
const arcFactor = 1.14

/** The scale's direction from start to end, as the reader takes it. */
function Arc({ stage, draft, size }: Pick<Props, 'stage' | 'draft' | 'size'>) {
  const { picture } = useStageView(stage)
  const { axis } = draft
  const scale = scaleOf(draft, size)
  const ends = placedPins(draft, size).filter(({ pin }) => pin.kind !== 'middle')
  if (axis === null || scale === null) return null
  const radii = ends.map(({ point }) =>
    Math.hypot((point.x - axis.x) * size.width, (point.y - axis.y) * size.height),
  )
  const radius = (arcFactor * radii.reduce((sum, each) => sum + each, 0)) / radii.length / size.width
  const steps = Math.max(2, Math.ceil(scale.sweep / 4))
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const degrees = scale.start + scale.direction * scale.sweep * (index / steps)
    const { x, y } = pointAt(axis, degrees, radius, size)
    return `${(x * picture.width).toFixed(1)},${(y * picture.height).toFixed(1)}`
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
