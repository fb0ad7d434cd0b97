import { type RefObject, useEffect, useRef } from 'react'

/** When the confirmation closes, returns focus to its button, or to the dialog if the next reading has none. */
export function useConfirmFocus(confirming: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    const over = asked.current && !confirming
    asked.current = confirming
    if (!over) return
    const later = requestAnimationFrame(() => {
      // The button is in a fixed bar; scrolling to it would hide the picture.
      if (document.activeElement === document.body)
        (button.current ?? document.querySelector<HTMLElement>('[role=dialog]'))?.focus({
          preventScroll: true,
        })
    })
    return () => cancelAnimationFrame(later)
  }, [confirming])
  return button
}
