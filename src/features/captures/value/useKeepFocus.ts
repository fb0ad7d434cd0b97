import { type RefObject, useEffect, useRef } from 'react'

/** When a step, or other change, removes the focused button, focuses the container instead of the page. */
export function useKeepFocus(step: unknown): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the step changes
  useEffect(() => {
    if (document.activeElement === document.body) container.current?.focus({ preventScroll: true })
  }, [step])
  return container
}
