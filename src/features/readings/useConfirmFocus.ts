import { type RefObject, useEffect, useRef } from 'react'

/**
 * After the question whether an alert is seen to, the focus goes back to the button that it came from; where the next
 * reading has none, to the dialog.
 */
export function useConfirmFocus(confirming: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    const over = asked.current && !confirming
    asked.current = confirming
    if (!over) return
    const later = requestAnimationFrame(() => {
      // The button stands in a fixed bar; scrolling to it would hide the picture.
      if (document.activeElement === document.body)
        (button.current ?? document.querySelector<HTMLElement>('[role=dialog]'))?.focus({
          preventScroll: true,
        })
    })
    return () => cancelAnimationFrame(later)
  }, [confirming])
  return button
}
