import { useEffect, useRef } from 'react'

/**
 * The focus goes where the next thing is done: to the shutter, once it can be pressed, of another meter; else into the
 * panel, where a step has removed what was focused, or a notification's 元に戻す that goes with its notification.
 */
export function useCaptureFocus(meterId: number, step: string, ready: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const shutter = useRef<HTMLButtonElement>(null)
  const shownMeter = useRef(meterId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the step changes
  useEffect(() => {
    const isOther = shownMeter.current !== meterId
    shownMeter.current = meterId
    const focused = document.activeElement
    const isLost =
      focused === document.body || focused === panel.current || focused?.closest('[role=alert]') != null
    if (!isOther && !isLost) return
    const target = ready ? shutter.current : panel.current
    target?.focus({ preventScroll: true })
  }, [meterId, step, ready])
  return { panel, shutter }
}
