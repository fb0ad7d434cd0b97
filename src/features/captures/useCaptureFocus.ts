import { useEffect, useRef } from 'react'

/**
 * The focus goes where the next thing is done, where a step, or the last meter, has removed what was focused, or a
 * notification's 元に戻す that goes with its notification.
 */
export function useCaptureFocus(step: string, ready: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const shutter = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the step changes
  useEffect(() => {
    const focused = document.activeElement
    const isLost =
      focused === document.body || focused === panel.current || focused?.closest('[role=alert]') != null
    if (!isLost) return
    const target = ready ? shutter.current : panel.current
    target?.focus({ preventScroll: true })
  }, [step, ready])
  return { panel, shutter }
}
