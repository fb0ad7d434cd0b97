import { useMemo, useState } from 'react'
import { frameSvg } from '../../../reader/web/index.ts'
import { useObjectUrl } from '../../ui/stage/useObjectUrl.ts'
import classes from './PhotoReview.module.css'
import type { Still } from './still.ts'
import type { LocalReadState } from './useCaptureFlow.ts'

interface Props {
  still: Still
  reading: LocalReadState | null
}

/** The photograph with the areas that were read. */
export function PhotoReview({ still, reading }: Props) {
  const url = useObjectUrl(useMemo(() => new Blob([still.bytes], { type: still.mime }), [still]))
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [unshown, setUnshown] = useState(false)
  const frame = typeof reading === 'object' && reading !== null ? reading.frame : null
  if (unshown) {
    return <p className={classes.unshown}>この端末では写真を表示できません。写真は保存してあります。</p>
  }
  return (
    <div className={classes.taken}>
      {url && (
        <img
          className={classes.layer}
          src={url}
          alt="撮影した写真"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
          onError={() => setUnshown(true)}
        />
      )}
      {size && frame && (
        <img
          className={classes.layer}
          src={`data:image/svg+xml,${encodeURIComponent(frameSvg(frame, size.width, size.height))}`}
          alt="読取枠"
        />
      )}
    </div>
  )
}
