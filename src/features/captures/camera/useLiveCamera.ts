import { useCallback, useRef, useState } from 'react'
import type Webcam from 'react-webcam'
import { useCamera } from './useCamera.ts'

/** The camera, its live picture and the picture's size, px. */
export function useLiveCamera() {
  const camera = useCamera()
  const webcam = useRef<Webcam>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const attach = useCallback((mounted: Webcam | null) => {
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
  }, [])
  return { camera, webcam, size, attach }
}

export type LiveCamera = ReturnType<typeof useLiveCamera>
