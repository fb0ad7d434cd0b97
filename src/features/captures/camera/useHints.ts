import { type RefObject, useEffect, useState } from 'react'
import type Webcam from 'react-webcam'
import { FRAME_SIZE, type Hint, type ReaderSettings, watchHints } from '../../../../reader/web/index.ts'
import { holdHint } from './holdHint.ts'
import { fetchReference } from './referencePictures.ts'

interface Watched {
  webcam: RefObject<Webcam | null>
  /** Null: nothing to look at. */
  stream: MediaStream | null
  settings: ReaderSettings
  /** Address of the reference picture. */
  reference: string | null
}

/** What would spoil the next photograph, by the live view; null: nothing. */
export function useHints({ webcam, stream, settings, reference }: Watched): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null)
  const written = JSON.stringify(settings)
  useEffect(() => {
    const video = webcam.current?.video
    if (!stream || !video) return
    let stop = () => {}
    let over = false
    void fetchReference(reference).then((picture) => {
      if (over) return
      const hold = holdHint()
      const grab = () => smallFrame(video)
      stop = watchHints(grab, JSON.parse(written), picture, (seen) => setHint(hold(seen)))
    })
    return () => {
      over = true
      stop()
      setHint(null)
    }
  }, [webcam, stream, written, reference])
  return hint
}

function smallFrame(video: HTMLVideoElement): Promise<ImageBitmap> {
  const { videoWidth: width, videoHeight: height } = video
  const scale = FRAME_SIZE / Math.max(width, height)
  return createImageBitmap(video, {
    resizeWidth: Math.round(width * scale),
    resizeHeight: Math.round(height * scale),
    resizeQuality: 'low',
  })
}
