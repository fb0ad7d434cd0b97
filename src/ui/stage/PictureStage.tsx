import { type ReactNode, useId, useLayoutEffect } from 'react'
import { Magnifier } from './Magnifier.tsx'
import classes from './PictureStage.module.css'
import type { CanvasHandlers, Stage } from './stage.ts'
import type { StageView } from './stageViewport.ts'
import { useStageView } from './useStage.ts'

interface Props {
  stage: Stage
  src: string
  label: string
  /** Help on keys. */
  help: string
  canvas: CanvasHandlers
  /** A press only pans. */
  readOnly: boolean
  /** Side of the square in px; default: as large as fits. */
  side?: number | undefined
  /** Overlay, positioned in per cent of the picture (`positionStyle`); not re-rendered on zoom. */
  children: ReactNode
}

/** An editable picture. */
export function PictureStage({ stage, src, label, help, canvas, side, readOnly, children }: Props) {
  const helpId = useId()
  const { attach, handlers } = stage
  const view = useStageView(stage)
  useLayoutEffect(() => stage.setCanvas(readOnly ? null : canvas), [stage, canvas, readOnly])
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: the picture is zoomed, panned and written on by keys
    <div
      ref={attach}
      className={classes.stage}
      style={side === undefined ? undefined : { width: side, height: side }}
      data-fixed={side !== undefined || undefined}
      data-readonly={readOnly || undefined}
      role="application"
      aria-label={label}
      aria-describedby={helpId}
      tabIndex={0}
      {...handlers}
    >
      <p id={helpId} hidden>
        {help}
      </p>
      <div className={classes.picture} style={placeOf(view.picture)}>
        <img src={src} alt="" draggable={false} />
        {view.size.width > 0 && children}
      </div>
      <Magnifier view={view} src={src} />
    </div>
    // biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above
  )
}

/** Moved by a transform, so that panning lays nothing out anew. */
const placeOf = ({ left, top, width, height }: StageView['picture']) => ({
  width,
  height,
  transform: `translate(${left}px, ${top}px)`,
})
