import { type RefObject, useEffect, useRef } from 'react'

/**
 * The dialog's main button, at which focus goes on after the question closes and, by `keepFocus`, after a move to the
 * next reading; at the title while there is none.
 */
export function useMainButton(asking: boolean): {
  button: RefObject<HTMLButtonElement | null>
  keepFocus: () => void
} {
  const button = useRef<HTMLButtonElement>(null)
  const isDue = useRef(false)
  /** The button that focus went on at. */
  const reached = useRef<Element | null>(null)
  useEffect(() => {
    // An answer that comes after the question has closed takes the button away, and its focus.
    const isTaken = reached.current?.isConnected === false
    if (isTaken) reached.current = null
    isDue.current ||= asking || isTaken
    if (asking || !isDue.current) return
    let later = 0
    const goOn = () => {
      const dialogs = [...document.querySelectorAll('[role=dialog]')]
      // The question takes its focus with it when it has gone.
      if (dialogs.length > 1) {
        later = requestAnimationFrame(goOn)
        return
      }
      const title = dialogs[0]?.querySelector<HTMLElement>('[data-autofocus]')
      const { activeElement } = document
      const isLost = activeElement === document.body || activeElement === title
      isDue.current = isLost && button.current === null
      if (!isLost) return
      reached.current = button.current
      // The button is in a fixed bar; scrolling to it would hide the picture.
      ;(button.current ?? title)?.focus({ preventScroll: true })
    }
    later = requestAnimationFrame(goOn)
    return () => cancelAnimationFrame(later)
  })
  const keepFocus = () => {
    isDue.current = true
  }
  return { button, keepFocus }
}
