import { type RefObject, useEffect, useRef, useState } from 'react'
import Webcam from 'react-webcam'
import type { CodeReader } from './codeReader.ts'
import classes from './ScanDialog.module.css'

/** Between two looks at the live picture. Milliseconds. */
const interval = 200
/** Longer side of what is looked at, px: codes near enough to frame are large in it. */
const longSide = 800

const constraints: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 1280 },
  height: { ideal: 720 },
}

interface Props {
  reader: RefObject<CodeReader | null>
  onCode: (text: string) => void
}

/** The live picture, looked at a few times a second. */
export function LiveCode({ reader, onCode }: Props) {
  const webcam = useRef<Webcam>(null)
  const [denied, setDenied] = useState(false)
  const tell = useRef(onCode)
  useEffect(() => {
    tell.current = onCode
  })
  useEffect(() => {
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const frame = frameOf(webcam.current?.video ?? null)
      const text = frame && (await reader.current?.(frame).catch(() => null))
      if (ending.signal.aborted) return
      if (text) tell.current(text)
      timer = setTimeout(() => void look(), interval)
    }
    void look()
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [reader])
  if (denied) return <p className={classes.note}>カメラを使えません。コードの写真を選んでください。</p>
  return (
    <Webcam
      ref={webcam}
      className={classes.live ?? ''}
      audio={false}
      videoConstraints={constraints}
      onUserMediaError={() => setDenied(true)}
      aria-label="カメラの映像"
    />
  )
}

function frameOf(video: HTMLVideoElement | null): ImageData | null {
  if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null
  const scale = Math.min(1, longSide / Math.max(video.videoWidth, video.videoHeight))
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0, width, height)
  return context?.getImageData(0, 0, width, height) ?? null
}
