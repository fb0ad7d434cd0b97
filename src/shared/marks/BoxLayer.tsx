import type { Point, Rectangle } from '../../../reader/web/index.ts'
import { handleProps } from '../../ui/stage/handleProps.ts'
import type { Stage } from '../../ui/stage/stage.ts'
import { positionStyle } from '../../ui/stage/stageGeometry.ts'
import { useStageView } from '../../ui/stage/useStage.ts'
import classes from './BoxLayer.module.css'
import { type Box, type BoxDraft, leftToRight, type ResizeHandle, resized, shifted } from './boxes.ts'
import { middleOf } from './markGeometry.ts'

interface Props {
  stage: Stage
  draft: BoxDraft
  /** 「3桁目」 or 「読取位置」. */
  nameOf: (number: number) => string
  /** False for a single rectangle. */
  numbered?: boolean
  selected: string | null
  drawing: Rectangle | null
  readOnly: boolean
  onSelect: (id: string) => void
  /** Changes with the same `gesture` are one undo step. */
  onChange: (id: string, rectangle: Rectangle, gesture: string) => void
  onRemove: (id: string) => void
}

const resizeHandles: readonly (readonly [name: string, handle: ResizeHandle])[] = [
  ['左上の角', { x: -1, y: -1 }],
  ['上の辺', { x: 0, y: -1 }],
  ['右上の角', { x: 1, y: -1 }],
  ['右の辺', { x: 1, y: 0 }],
  ['右下の角', { x: 1, y: 1 }],
  ['下の辺', { x: 0, y: 1 }],
  ['左下の角', { x: -1, y: 1 }],
  ['左の辺', { x: -1, y: 0 }],
]

/** Rectangles numbered from left to right; eight handles on the selected one. */
export function BoxLayer({
  stage,
  draft,
  nameOf,
  numbered = true,
  selected,
  drawing,
  readOnly,
  onSelect,
  onChange,
  onRemove,
}: Props) {
  const sorted = leftToRight(draft)
  const index = sorted.findIndex(({ id }) => id === selected)
  const box = sorted[index]
  return (
    <>
      {sorted.map((each, at) => (
        <BoxButton
          key={each.id}
          stage={stage}
          box={each}
          number={numbered ? at + 1 : null}
          name={nameOf(at + 1)}
          proposed={draft.proposed.includes(each.id)}
          selected={each.id === selected}
          readOnly={readOnly}
          onSelect={onSelect}
          onChange={onChange}
          onRemove={onRemove}
        />
      ))}
      {box && !readOnly && (
        <ResizeHandles stage={stage} box={box} name={nameOf(index + 1)} onChange={onChange} />
      )}
      {drawing && <div className={classes.box} style={rectangleStyle(drawing)} />}
    </>
  )
}

const rectangleStyle = ({ x1, y1, x2, y2 }: Rectangle) => ({
  ...positionStyle({ x: x1, y: y1 }),
  width: `${(x2 - x1) * 100}%`,
  height: `${(y2 - y1) * 100}%`,
})

interface BoxProps extends Pick<Props, 'stage' | 'readOnly' | 'onSelect' | 'onChange' | 'onRemove'> {
  box: Box
  number: number | null
  name: string
  proposed: boolean
  selected: boolean
}

function BoxButton({
  stage,
  box: { id, rectangle },
  number,
  name,
  proposed,
  selected,
  readOnly,
  onSelect,
  onChange,
  onRemove,
}: BoxProps) {
  const handle = handleProps<Rectangle>(stage, {
    id,
    value: rectangle,
    onSelect,
    onRemove,
    onMove: (from, by, gesture) => {
      const to = shifted(from, by)
      onChange(id, to, gesture)
      return middleOf(to)
    },
  })
  return (
    <button
      type="button"
      className={classes.box}
      style={rectangleStyle(rectangle)}
      data-box={id}
      data-selected={selected || undefined}
      data-proposed={proposed || undefined}
      aria-label={proposed ? `${name}の枠、提案` : `${name}の枠`}
      disabled={readOnly}
      {...handle}
    >
      {number !== null && <span className={classes.number}>{number}</span>}
    </button>
  )
}

/** Screen px; below, a side's middle handle would cover the corners'. */
const minSideForMiddle = 64

function ResizeHandles({
  stage,
  box: { id, rectangle },
  name,
  onChange,
}: Pick<BoxProps, 'stage' | 'box' | 'name' | 'onChange'>) {
  const { picture } = useStageView(stage)
  const narrow = (rectangle.x2 - rectangle.x1) * picture.width < minSideForMiddle
  const low = (rectangle.y2 - rectangle.y1) * picture.height < minSideForMiddle
  return resizeHandles.map(([side, handle]) => {
    const label = `${name}の枠、${side}`
    return (
      <button
        key={side}
        type="button"
        className={classes.handle}
        style={positionStyle(cornerOf(rectangle, handle))}
        data-x={handle.x}
        data-y={handle.y}
        data-cramped={(handle.x === 0 && narrow) || (handle.y === 0 && low) || undefined}
        aria-label={label}
        {...handleProps<Rectangle>(stage, {
          id: label,
          value: rectangle,
          onMove: (from, by, gesture) => {
            const to = resized(from, handle, by)
            onChange(id, to, gesture)
            return cornerOf(to, handle)
          },
        })}
      />
    )
  })
}

const cornerOf = ({ x1, y1, x2, y2 }: Rectangle, { x, y }: ResizeHandle): Point => ({
  x: x === 0 ? (x1 + x2) / 2 : x === 1 ? x2 : x1,
  y: y === 0 ? (y1 + y2) / 2 : y === 1 ? y2 : y1,
})
