import { useCallback, useEffect, useRef, useState } from 'react'

export type CameraError = 'denied' | 'absent' | 'busy' | 'unsupported'

interface Abilities {
  torch: boolean
  zoom: { min: number; max: number; step: number } | null
}

/** Torch and zoom; partly missing in TypeScript's types. */
interface CameraCapabilities extends MediaTrackCapabilities {
  torch?: boolean
  zoom?: { min: number; max: number; step?: number }
}

interface CameraWish extends MediaTrackConstraintSet {
  torch?: boolean
  zoom?: number
}

const noAbilities: Abilities = { torch: false, zoom: null }

export const cameraConstraints: MediaTrackConstraints & { resizeMode: { ideal: string } } = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 2560 },
  height: { ideal: 1440 },
  // The sensor's own resolution: others are cropped or scaled.
  resizeMode: { ideal: 'none' },
}

const isSupported = () => typeof navigator.mediaDevices?.getUserMedia === 'function'
const isVisible = () => document.visibilityState === 'visible'

function errorOf(error: unknown): CameraError {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent'
  return 'busy'
}

/**
 * The camera: stopped while the page is hidden, restarted when visible or when its track ended; after a refusal only on
 * request.
 */
export function useCamera() {
  const [visible, setVisible] = useState(isVisible)
  const [trouble, setTrouble] = useState<CameraError | null>(isSupported() ? null : 'unsupported')
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [abilities, setAbilities] = useState(noAbilities)
  const [torch, setTorchState] = useState(false)
  const [zoom, setZoomState] = useState<number | null>(null)
  /** A changed key remounts the live view, which restarts the camera. */
  const [round, setRound] = useState(0)
  const current = useRef<MediaStream | null>(null)

  const dropStream = useCallback(() => {
    current.current = null
    setStream(null)
    setAbilities(noAbilities)
    setTorchState(false)
    setZoomState(null)
  }, [])

  useEffect(() => {
    const onVisibilityChange = () => {
      setVisible(isVisible())
      if (!isVisible()) dropStream()
      // Installed iOS apps resume without a visibility event and with an ended track.
      else if (current.current?.getVideoTracks().some((track) => track.readyState === 'ended')) {
        dropStream()
        setRound((number) => number + 1)
      }
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('pageshow', onVisibilityChange)
    window.addEventListener('focus', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('pageshow', onVisibilityChange)
      window.removeEventListener('focus', onVisibilityChange)
    }
  }, [dropStream])

  const onStream = useCallback(
    (started: MediaStream) => {
      current.current = started
      setStream(started)
      setTrouble(null)
      const [track] = started.getVideoTracks()
      const offered: CameraCapabilities = track?.getCapabilities?.() ?? {}
      const { zoom: range } = offered
      setAbilities({
        torch: offered.torch === true,
        zoom:
          range && range.max > range.min
            ? { min: range.min, max: range.max, step: range.step ?? (range.max - range.min) / 20 }
            : null,
      })
      track?.addEventListener('ended', () => {
        if (current.current !== started) return
        dropStream()
        setTrouble('busy')
      })
    },
    [dropStream],
  )

  const onTrouble = useCallback(
    (error: unknown) => {
      dropStream()
      setTrouble(errorOf(error))
    },
    [dropStream],
  )

  const apply = (wish: CameraWish) =>
    stream
      ?.getVideoTracks()[0]
      ?.applyConstraints({ advanced: [wish] })
      // A failing torch or zoom must not prevent photographs.
      .catch(console.warn)

  return {
    wanted: visible && trouble === null,
    round,
    stream,
    trouble,
    abilities,
    torch,
    zoom,
    onStream,
    onTrouble,
    setTorch: (on: boolean) => {
      setTorchState(on)
      void apply({ torch: on })
    },
    setZoom: (factor: number) => {
      setZoomState(factor)
      void apply({ zoom: factor })
    },
    restart: () => {
      setTrouble(isSupported() ? null : 'unsupported')
      setRound((number) => number + 1)
    },
  }
}

export type Camera = ReturnType<typeof useCamera>
