import { useCallback, useEffect, useRef, useState } from 'react'
import { type CameraWish, isLost, noAbilities, offeredBy } from './cameraTrack.ts'

export type CameraError = 'denied' | 'absent' | 'busy' | 'stalled' | 'unsupported'

/** `starting`: asked for and not answered. A new round remounts the live view, which asks anew. */
interface Run {
  round: number
  phase: 'starting' | 'live'
  /** Began by itself behind a failure. */
  again: boolean
}

interface State {
  run: Run | null
  stream: MediaStream | null
  trouble: CameraError | null
}

export const cameraConstraints: MediaTrackConstraints & { resizeMode: { ideal: string } } = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 2560 },
  height: { ideal: 1440 },
  // The sensor's own resolution: others are cropped or scaled.
  resizeMode: { ideal: 'none' },
}

/** A camera that fails again sooner is not restarted by itself. Milliseconds. */
const settled = 10_000

const isSupported = () => typeof navigator.mediaDevices?.getUserMedia === 'function'
const isVisible = () => document.visibilityState === 'visible'

const firstState = (): State => ({
  run: isSupported() && isVisible() ? { round: 0, phase: 'starting', again: false } : null,
  stream: null,
  trouble: isSupported() ? null : 'unsupported',
})

function errorOf(error: unknown): CameraError {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent'
  return 'busy'
}

/** The user may have freed it in the meantime. */
const mayPass = (trouble: CameraError | null) => trouble === 'busy' || trouble === 'stalled'

/**
 * The camera of a visit: asked for once, stopped while the page is hidden, asked for anew when it is back, and once by
 * itself when its track ended or its picture stood still. Never twice at a time; after a refusal only on request.
 */
export function useCamera() {
  const [state, setState] = useState(firstState)
  const [abilities, setAbilities] = useState(noAbilities)
  const [torch, setTorchState] = useState(false)
  const [zoom, setZoomState] = useState<number | null>(null)
  /** Events may come before the next render. */
  const now = useRef({ ...state, round: 0, startedAt: 0 })

  const change = useCallback((next: Partial<State>) => {
    Object.assign(now.current, next)
    setState(({ run, stream, trouble }) => ({ run, stream, trouble, ...next }))
    if (next.stream !== null) return
    setAbilities(noAbilities)
    setTorchState(false)
    setZoomState(null)
  }, [])

  const begin = useCallback(
    (again: boolean) => {
      now.current.round += 1
      const { round } = now.current
      change({ run: { round, phase: 'starting', again }, stream: null, trouble: null })
    },
    [change],
  )

  const onTrouble = useCallback(
    (error: unknown) => change({ run: null, stream: null, trouble: errorOf(error) }),
    [change],
  )

  /** The track ended, or no picture comes. */
  const onStalled = useCallback(() => {
    const { run, startedAt } = now.current
    if (run?.phase !== 'live' || !isVisible()) return
    if (run.again && performance.now() - startedAt < settled)
      change({ run: null, stream: null, trouble: 'stalled' })
    else begin(true)
  }, [begin, change])

  useEffect(() => {
    const onChange = () => {
      const { run, trouble, stream } = now.current
      // Whoever is still asking is stopped when the answer comes.
      if (run?.phase === 'starting') return
      if (!isVisible()) change({ run: null, stream: null })
      else if (run === null ? trouble === null || mayPass(trouble) : isLost(stream)) begin(false)
    }
    // Installed iOS apps resume without a visibility event.
    document.addEventListener('visibilitychange', onChange)
    window.addEventListener('pageshow', onChange)
    window.addEventListener('focus', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      window.removeEventListener('pageshow', onChange)
      window.removeEventListener('focus', onChange)
    }
  }, [begin, change])

  const onStream = useCallback(
    (stream: MediaStream) => {
      const { run } = now.current
      if (!isVisible() || run === null) {
        // Unmounted at once, react-webcam does not.
        for (const track of stream.getTracks()) track.stop()
        change({ run: null, stream: null })
        return
      }
      now.current.startedAt = performance.now()
      change({ run: { ...run, phase: 'live' }, stream, trouble: null })
      const [track] = stream.getVideoTracks()
      setAbilities(offeredBy(track))
      track?.addEventListener('ended', () => {
        if (now.current.stream === stream) onStalled()
      })
    },
    [change, onStalled],
  )

  const { run, stream, trouble } = state
  const apply = (wish: CameraWish) =>
    stream
      ?.getVideoTracks()[0]
      ?.applyConstraints({ advanced: [wish] })
      // A failing torch or zoom must not prevent photographs.
      .catch(console.warn)

  return {
    wanted: run !== null,
    round: run?.round ?? 0,
    stream,
    trouble,
    abilities,
    torch,
    zoom,
    onStream,
    onTrouble,
    onStalled,
    setTorch: (on: boolean) => {
      setTorchState(on)
      void apply({ torch: on })
    },
    setZoom: (factor: number) => {
      setZoomState(factor)
      void apply({ zoom: factor })
    },
    restart: () => {
      if (isSupported()) begin(false)
    },
  }
}

export type Camera = ReturnType<typeof useCamera>
