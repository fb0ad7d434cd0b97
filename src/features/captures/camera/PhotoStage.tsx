import { UnstyledButton } from '@mantine/core'
import { IconZoomIn, IconZoomReset } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { type Frame, frameSvg } from '../../../../reader/web/index.ts'
import type { Size } from '../../../ui/stage/stageGeometry.ts'
import { useStage, useStageView } from '../../../ui/stage/useStage.ts'
import { closeUpOf } from './closeUp.ts'
import classes from './PhotoReview.module.css'

interface Props {
  url: string
  /** Pixels of the photograph. */
  size: Size
  frame: Frame | null
  close: boolean
}

/** A press enlarges so much. */
const factor = 3

/** The photograph, enlarged by a press and by pinch, wheel and keys. */
export function PhotoStage({ url, size, frame, close }: Props) {
  const stage = useStage(size)
  const { attach, handlers, reset, zoomBy, zoomTo } = stage
  const { scale, picture } = useStageView(stage)
  const part = useMemo(() => frame && closeUpOf(frame, size), [frame, size])
  useEffect(() => {
    if (close && part) zoomTo(part)
    else reset()
  }, [zoomTo, reset, close, part])
  const isLarge = scale > 1
  const { left, top, width, height } = picture
  const place = { width, height, transform: `translate(${left}px, ${top}px)` }
  const enlarge = () => (part ? zoomTo(part) : zoomBy(factor))
  const Icon = isLarge ? IconZoomReset : IconZoomIn
  return (
    <>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the picture is zoomed and moved by keys */}
      {/* biome-ignore-start lint/a11y/useKeyWithClickEvents: keys are the stage's own */}
      <figure
        ref={attach}
        className={classes.photo}
        data-large={isLarge || undefined}
        aria-label="撮影した写真（＋と－で拡大・縮小、矢印で移動）"
        tabIndex={0}
        {...handlers}
        onClick={(event) => (isLarge ? reset() : zoomBy(factor, event))}
      >
        <div className={classes.placed} style={place}>
          <img className={classes.layer} src={url} alt="撮影した写真" draggable={false} />
          {frame && (
            <img
              className={classes.layer}
              src={`data:image/svg+xml,${encodeURIComponent(frameSvg(frame, size.width, size.height))}`}
              alt="読取枠"
              draggable={false}
            />
          )}
        </div>
      </figure>
      {/* biome-ignore-end lint/a11y/useKeyWithClickEvents: as above */}
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
      <UnstyledButton
        className={classes.enlarge}
        aria-label={isLarge ? '全体を表示' : '拡大'}
        onClick={isLarge ? reset : enlarge}
      >
        <Icon size={26} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </>
  )
}
