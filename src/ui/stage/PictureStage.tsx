import { type ReactNode, useId, useLayoutEffect } from 'react'
import { Magnifier } from './Magnifier.tsx'
import classes from './PictureStage.module.css'
import type { Canvas, Stage } from './stage.ts'
import { useView } from './useStage.ts'

interface Props {
  stage: Stage
  src: string
  label: string
  /** How it is worked by keys. */
  help: string
  canvas: Canvas
  /** Nothing on it can be changed: a press only pans. */
  readOnly: boolean
  /** Side of the square in px; else as large as fits. */
  side?: number | undefined
  /** What lies on the picture, placed in per cent of it (`positionStyle`). Zooming does not draw it anew. */
  children: ReactNode
}

/** A picture that is worked on. */
export function PictureStage({ stage, src, label, help, canvas, side, readOnly, children }: Props) {
  const helpId = useId()
  const view = useView(stage)
  useLayoutEffect(() => stage.setCanvas(readOnly ? null : canvas), [stage, canvas, readOnly])
  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: the picture is zoomed, panned and written on by keys
    <div
      ref={stage.attach}
      className={classes.stage}
      style={side === undefined ? undefined : { width: side, height: side }}
      data-fixed={side !== undefined || undefined}
      data-readonly={readOnly || undefined}
      role="application"
      aria-label={label}
      aria-describedby={helpId}
      tabIndex={0}
      {...stage.handlers}
    >
      <p id={helpId} hidden>
        {help}
      </p>
      <div className={classes.picture} style={view.picture}>
        <img src={src} alt="" draggable={false} />
        {view.size.width > 0 && children}
      </div>
      <Magnifier view={view} src={src} />
    </div>
    // biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above
  )
}
