import { type RefObject, useCallback, useEffect, useState } from 'react'
import Webcam from 'react-webcam'
import type { Hint, ReaderSettings } from '../../../reader/web/index.ts'
import classes from './CameraPreview.module.css'
import { FramingGuide } from './FramingGuide.tsx'
import { GhostSwitch } from './GhostSwitch.tsx'
import { HintLine } from './HintLine.tsx'
import { type Camera, cameraConstraints } from './useCamera.ts'
import { useGhost } from './useGhost.ts'
import { watchFrames } from './watchFrames.ts'

interface Props {
  camera: Camera
  webcam: RefObject<Webcam | null>
  settings: ReaderSettings
  /** Address of the reference picture. */
  reference: string | null
  /** Width / height of the reference picture. */
  referenceAspect: number | null
  /** Keeps running during review, so that permission is not asked again. */
  shown: boolean
  hint: Hint | null
}

/** The rear camera's whole picture with the guide. */
export function CameraPreview(props: Props) {
  const { camera, webcam, settings, reference, referenceAspect, shown, hint } = props
  const [ghost, setGhost] = useGhost()
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const attach = useCallback(
    (mounted: Webcam | null) => {
      webcam.current = mounted
      const video = mounted?.video
      if (!video) return
      const ending = new AbortController()
      const measure = () => setSize({ width: video.videoWidth, height: video.videoHeight })
      video.addEventListener('playing', measure, { signal: ending.signal })
      // On rotation.
      video.addEventListener('resize', measure, { signal: ending.signal })
      return () => {
        webcam.current = null
        ending.abort()
      }
    },
    [webcam],
  )
  const { stream, onStalled } = camera
  useEffect(() => {
    const video = webcam.current?.video
    return shown && stream && video ? watchFrames(video, onStalled) : undefined
  }, [shown, stream, onStalled, webcam])
  if (!camera.wanted) return null
  return (
    <div className={classes.live} data-hidden={!shown || undefined}>
      <Webcam
        key={camera.round}
        ref={attach}
        className={classes.video ?? ''}
        audio={false}
        videoConstraints={cameraConstraints}
        onUserMedia={camera.onStream}
        onUserMediaError={camera.onTrouble}
        aria-label="カメラの映像"
      />
      {size && size.width > 0 && (
        <FramingGuide
          settings={settings}
          ghost={ghost ? reference : null}
          aspect={referenceAspect}
          width={size.width}
          height={size.height}
        />
      )}
      {/* Null until the picture is here. */}
      {referenceAspect !== null && <GhostSwitch on={ghost} onChange={setGhost} />}
      {shown && <HintLine hint={hint} />}
    </div>
  )
}
