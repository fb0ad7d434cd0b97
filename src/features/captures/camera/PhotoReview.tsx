import { Box } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Frame } from '../../../../reader/web/index.ts'
import type { Size } from '../../../ui/stage/stageGeometry.ts'
import { useObjectUrl } from '../../../ui/stage/useObjectUrl.ts'
import type { LocalReadState } from '../useCaptureFlow.ts'
import classes from './PhotoReview.module.css'
import { PhotoStage } from './PhotoStage.tsx'
import type { Still } from './still.ts'

interface Props {
  still: Still
  reading: LocalReadState | null
  /** What was read is shown large, beside the value. */
  close: boolean
}

/** The photograph with the areas that were read. */
export function PhotoReview({ still, reading, close }: Props) {
  const url = useObjectUrl(useMemo(() => new Blob([still.bytes], { type: still.mime }), [still]))
  const [size, setSize] = useState<Size | null>(null)
  const [unshown, setUnshown] = useState(false)
  const frame: Frame | null = typeof reading === 'object' && reading !== null ? reading.frame : null
  if (unshown) {
    return (
      <Box component="p" my={16} p={24} c="#ffffff" ta="center">
        この端末では写真を表示できません。写真は保存してあります。
      </Box>
    )
  }
  if (url && size) return <PhotoStage key={url} url={url} size={size} frame={frame} close={close} />
  return (
    url && (
      <img
        className={classes.loading}
        src={url}
        alt="撮影した写真"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ width, height })
        }
        onError={() => setUnshown(true)}
      />
    )
  )
}
