import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where a step's buttons give way to the next one's, the keyboard goes on inside the element that holds them
 * instead of at the top of the page.
 */
export function useFocusKept(step: string): RefObject<HTMLDivElement | null> {
  const holder = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the step changes
  useEffect(() => {
    if (document.activeElement === document.body) holder.current?.focus({ preventScroll: true })
  }, [step])
  return holder
}
