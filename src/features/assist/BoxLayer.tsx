import type { KeyboardEvent } from 'react'
import type { Point, Rectangle } from '../../../reader/web/index.ts'
import classes from './BoxLayer.module.css'
import { type Box, type BoxDraft, fromLeft, type Handle, resized, shifted } from './boxes.ts'
import { middleOf } from './geometry.ts'
import { stepOf } from './keys.ts'
import { useGrip } from './useGrip.ts'
import type { Stage } from './useStage.ts'

interface Props {
  stage: Stage
  draft: BoxDraft
  /** What a rectangle is called: 「3桁目」 or 「読取位置」. */
  nameOf: (number: number) => string
  /** A single rectangle carries no number. */
  numbered?: boolean
  selected: string | null
  /** A rectangle that is being drawn. */
  drawing: Rectangle | null
  still: boolean
  onSelect: (id: string) => void
  /** `mark` joins the steps of one gesture. */
  onChange: (id: string, rectangle: Rectangle, mark: string) => void
  onRemove: (id: string) => void
}

const handles: readonly (readonly [name: string, handle: Handle])[] = [
  ['左上の角', { x: -1, y: -1 }],
  ['上の辺', { x: 0, y: -1 }],
  ['右上の角', { x: 1, y: -1 }],
  ['右の辺', { x: 1, y: 0 }],
  ['右下の角', { x: 1, y: 1 }],
  ['下の辺', { x: 0, y: 1 }],
  ['左下の角', { x: -1, y: 1 }],
  ['左の辺', { x: -1, y: 0 }],
]

/** Below these pixels of a side its middle handle would lie over those of the corners. */
const roomForSides = 64

/** Rectangles on the picture, numbered from left to right; the selected one has its eight handles. */
export function BoxLayer({
  stage,
  draft,
  nameOf,
  numbered = true,
  selected,
  drawing,
  still,
  onSelect,
  onChange,
  onRemove,
}: Props) {
  const ordered = fromLeft(draft)
  const chosen = ordered.findIndex(({ id }) => id === selected)
  const box = ordered[chosen]
  return (
    <>
      {ordered.map((each, index) => (
        <BoxGrip
          key={each.id}
          stage={stage}
          box={each}
          number={numbered ? index + 1 : null}
          name={nameOf(index + 1)}
          proposed={draft.proposed.includes(each.id)}
          selected={each.id === selected}
          still={still}
          onSelect={onSelect}
          onChange={onChange}
          onRemove={onRemove}
        />
      ))}
      {box &&
        !still &&
        handles.map(([name, handle]) => (
          <HandleGrip
            key={name}
            stage={stage}
            box={box}
            handle={handle}
            name={`${nameOf(chosen + 1)}の枠、${name}`}
            onChange={onChange}
          />
        ))}
      {drawing && <div className={classes.drawing} style={pixels(stage, drawing)} />}
    </>
  )
}

const pixels = (stage: Stage, { x1, y1, x2, y2 }: Rectangle) => {
  const { x: left, y: top } = stage.toStage({ x: x1, y: y1 })
  return { left, top, width: (x2 - x1) / stage.perPixel.x, height: (y2 - y1) / stage.perPixel.y }
}

const inRatios = (stage: Stage, { x, y }: Point): Point => ({
  x: x * stage.perPixel.x,
  y: y * stage.perPixel.y,
})

interface BoxProps {
  stage: Stage
  box: Box
  number: number | null
  name: string
  proposed: boolean
  selected: boolean
  still: boolean
  onSelect: Props['onSelect']
  onChange: Props['onChange']
  onRemove: Props['onRemove']
}

function BoxGrip({
  stage,
  box: { id, rectangle },
  number,
  name,
  proposed,
  selected,
  still,
  onSelect,
  onChange,
  onRemove,
}: BoxProps) {
  const grip = useGrip<Rectangle>(stage, {
    onGrip: () => {
      onSelect(id)
      return rectangle
    },
    onMove: (from, by, mark) => {
      const to = shifted(from, by)
      onChange(id, to, mark)
      return middleOf(to)
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step) onChange(id, shifted(rectangle, inRatios(stage, step)), `keys-${id}`)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      type="button"
      className={classes.box}
      style={pixels(stage, rectangle)}
      data-box={id}
      data-selected={selected || undefined}
      data-proposed={proposed || undefined}
      aria-label={proposed ? `${name}の枠、提案` : `${name}の枠`}
      disabled={still}
      onFocus={() => onSelect(id)}
      onKeyDown={onKeyDown}
      {...grip}
    >
      {number !== null && <span className={classes.number}>{number}</span>}
    </button>
  )
}

interface HandleProps {
  stage: Stage
  box: Box
  handle: Handle
  name: string
  onChange: Props['onChange']
}

function HandleGrip({ stage, box: { id, rectangle }, handle, name, onChange }: HandleProps) {
  const corner = ({ x1, y1, x2, y2 }: Rectangle): Point => ({
    x: handle.x === 0 ? (x1 + x2) / 2 : handle.x === 1 ? x2 : x1,
    y: handle.y === 0 ? (y1 + y2) / 2 : handle.y === 1 ? y2 : y1,
  })
  const grip = useGrip<Rectangle>(stage, {
    onGrip: () => rectangle,
    onMove: (from, by, mark) => {
      const to = resized(from, handle, by)
      onChange(id, to, mark)
      return corner(to)
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event)
    if (!step) return
    onChange(id, resized(rectangle, handle, inRatios(stage, step)), `keys-${name}`)
    event.preventDefault()
    event.stopPropagation()
  }
  const { width, height } = pixels(stage, rectangle)
  const cramped = (handle.x === 0 && width < roomForSides) || (handle.y === 0 && height < roomForSides)
  const { x, y } = stage.toStage(corner(rectangle))
  return (
    <button
      type="button"
      className={classes.handle}
      style={{ left: x, top: y }}
      data-x={handle.x}
      data-y={handle.y}
      data-cramped={cramped || undefined}
      aria-label={name}
      onKeyDown={onKeyDown}
      {...grip}
    />
  )
}
