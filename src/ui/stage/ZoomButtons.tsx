import { ActionIcon } from '@mantine/core'
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import type { Stage } from './stage.ts'
import { maxScale } from './stageViewport.ts'
import { useStageView } from './useStage.ts'

/** 縮小, 全体を表示, 拡大 */
export function ZoomButtons({ stage }: { stage: Stage }) {
  const { scale } = useStageView(stage)
  return (
    <>
      <ActionIcon aria-label="縮小" onClick={() => stage.zoomBy(1 / 1.5)} disabled={scale <= 1}>
        <IconZoomOut size={22} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="全体を表示" onClick={stage.reset} disabled={scale <= 1}>
        <IconZoomReset size={22} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label="拡大" onClick={() => stage.zoomBy(1.5)} disabled={scale >= maxScale}>
        <IconZoomIn size={22} aria-hidden />
      </ActionIcon>
    </>
  )
}
