import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { stepOf } from './keys.ts'
import { Loupe } from './Loupe.tsx'
import classes from './PictureStage.module.css'
import { type Ground, useGround } from './useGround.ts'
import type { Stage } from './useStage.ts'

interface Props {
  stage: Stage
  picture: string
  /** How it is worked by keys. */
  help: string
  ground: Ground
  /** Places what the tool places in the middle of what is seen. */
  onEnter: () => void
  /** Side of the square in px; else as large as fits. */
  canvasSize?: number | undefined
  /** Nothing can be placed. */
  still: boolean
  children: ReactNode
}

/** Pixels by which an arrow key moves the picture. */
const panStep = 40

/** The picture, zoomed and moved, with what is drawn on it. */
export function PictureStage({ stage, picture, help, ground, onEnter, canvasSize, still, children }: Props) {
  const helpId = useId()
  const handlers = useGround(stage, ground)
  const { left, top, width, height } = stage.placed
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = stepOf(event)
    if (event.key === '+' || event.key === ';') stage.zoom(1.5)
    else if (event.key === '-') stage.zoom(1 / 1.5)
    else if (event.key === '0') stage.reset()
    else if (event.key === 'Enter' && !still) onEnter()
    else if (step) stage.pan(-Math.sign(step.x) * panStep, -Math.sign(step.y) * panStep)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: the picture is zoomed, moved and written on by keys
    <div
      ref={stage.attach}
      className={classes.stage}
      style={canvasSize === undefined ? undefined : { width: canvasSize, height: canvasSize }}
      data-fixed={canvasSize !== undefined || undefined}
      data-still={still || undefined}
      role="application"
      aria-label="メーター画像"
      aria-describedby={helpId}
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <p id={helpId} hidden>
        {help}
      </p>
      <img
        className={classes.picture}
        src={picture}
        alt=""
        draggable={false}
        style={{ left, top, width, height }}
      />
      {stage.size.width > 0 && children}
      {stage.aim && <Loupe stage={stage} picture={picture} aim={stage.aim} />}
    </div>
    // biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above
  )
}
