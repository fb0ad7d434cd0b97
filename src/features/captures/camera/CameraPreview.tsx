import { useEffect } from 'react'
import type { Hint, ReaderSettings } from '../../../../reader/web/index.ts'
import { FramingGuide } from './FramingGuide.tsx'
import { GhostSwitch } from './GhostSwitch.tsx'
import { HintLine } from './HintLine.tsx'
import { useGhost } from './useGhost.ts'
import type { LiveCamera } from './useLiveCamera.ts'
import { watchFrames } from './watchFrames.ts'

interface Props {
  live: LiveCamera
  settings: ReaderSettings
  /** Address of the reference picture. */
  reference: string | null
  /** Width / height of the reference picture. */
  referenceAspect: number | null
  hint: Hint | null
  /** Takes the photograph; null while the camera is not ready. */
  onShoot: (() => void) | null
}

/** Over the live picture: the meter's guide, and what would spoil the photograph. */
export function CameraPreview({ live, settings, reference, referenceAspect, hint, onShoot }: Props) {
  const { camera, webcam, size } = live
  const [ghost, setGhost] = useGhost()
  const { stream, onStalled } = camera
  useEffect(() => {
    const video = webcam.current?.video
    return stream && video ? watchFrames(video, onStalled) : undefined
  }, [stream, onStalled, webcam])
  if (!camera.wanted) return null
  return (
    <>
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
      <HintLine hint={hint} onShoot={onShoot} />
    </>
  )
}
