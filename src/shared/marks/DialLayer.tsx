import { handleProps } from '../../ui/stage/handleProps.ts'
import type { Stage } from '../../ui/stage/stage.ts'
import { clampToPicture, positionStyle, type Size } from '../../ui/stage/stageGeometry.ts'
import classes from './DialLayer.module.css'
import { type Dial, dialName } from './dials.ts'

interface Props {
  stage: Stage
  dials: readonly Dial[]
  /** Pixels of the picture. */
  size: Size
  selected: string | null
  drawing: Pick<Dial, 'centre' | 'radius'> | null
  readOnly: boolean
  onSelect: (id: string) => void
  /** Changes with the same `gesture` are one undo step. */
  onChange: (id: string, change: Partial<Dial>, gesture: string) => void
  onRemove: (id: string) => void
}

/** The scale of each dial as a circle with a mark at its 0; a handle for its size on the selected one. */
export function DialLayer({ dials, size, selected, drawing, ...shared }: Props) {
  const chosen = dials.find(({ id }) => id === selected)
  return (
    <>
      {dials.map((dial) => (
        <DialButton key={dial.id} {...shared} size={size} dial={dial} selected={dial.id === selected} />
      ))}
      {chosen && !shared.readOnly && <RadiusHandle {...shared} dial={chosen} />}
      {drawing && <div className={classes.dial} style={circleStyle(drawing, size)} />}
    </>
  )
}

function circleStyle({ centre: { x, y }, radius }: Pick<Dial, 'centre' | 'radius'>, { width, height }: Size) {
  const down = (radius * width) / height
  return {
    ...positionStyle({ x: x - radius, y: y - down }),
    width: `${radius * 200}%`,
    height: `${down * 200}%`,
  }
}

interface DialProps extends Pick<Props, 'stage' | 'readOnly' | 'onSelect' | 'onChange' | 'onRemove'> {
  dial: Dial
}

function DialButton({
  stage,
  dial,
  size,
  selected,
  readOnly,
  onSelect,
  onChange,
  onRemove,
}: DialProps & { size: Size; selected: boolean }) {
  const { id, centre, zero, multiplier } = dial
  return (
    <button
      type="button"
      className={classes.dial}
      style={circleStyle(dial, size)}
      data-dial={id}
      data-selected={selected || undefined}
      aria-label={dialName(dial)}
      disabled={readOnly}
      {...handleProps(stage, {
        id,
        value: centre,
        onSelect,
        onRemove,
        onMove: (from, by, gesture) => {
          const to = clampToPicture({ x: from.x + by.x, y: from.y + by.y })
          onChange(id, { centre: to }, gesture)
          return to
        },
      })}
    >
      <span className={classes.axis} />
      <span className={classes.zero} style={{ rotate: `${zero}deg` }} />
      <span className={classes.name}>{`×${multiplier}`}</span>
    </button>
  )
}

function RadiusHandle({ stage, dial, onChange }: Pick<DialProps, 'stage' | 'dial' | 'onChange'>) {
  const { id, centre, radius } = dial
  const rim = (reach: number) => ({ x: centre.x + reach, y: centre.y })
  const label = `${dialName(dial)}の大きさ`
  return (
    <button
      type="button"
      className={classes.handle}
      style={positionStyle(rim(radius))}
      aria-label={label}
      {...handleProps(stage, {
        id: label,
        value: radius,
        onMove: (from, by, gesture) => {
          onChange(id, { radius: from + by.x }, gesture)
          return rim(from + by.x)
        },
      })}
    />
  )
}
