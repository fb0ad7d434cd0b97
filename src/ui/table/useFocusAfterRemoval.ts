import { type RefObject, useEffect, useRef } from 'react'

/**
 * The button that removes a row leaves the list with it: after the question, focuses that button if it is still there, or
 * the next one of the list, or `last`, or the list. Buttons that do the same have the same `data-removes`. Call the
 * returned function when asking.
 */
export function useFocusAfterRemoval(asking: boolean, last?: RefObject<HTMLElement | null>): () => void {
  const candidates = useRef<readonly HTMLElement[]>([])
  useEffect(() => {
    if (asking) return
    const later = requestAnimationFrame(() => {
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost) candidates.current.find(({ isConnected }) => isConnected)?.focus()
      candidates.current = []
    })
    return () => cancelAnimationFrame(later)
  }, [asking])
  return () => {
    const pressed = document.activeElement
    if (!(pressed instanceof HTMLElement)) return
    const list = pressed.closest('section')
    if (list === null) return
    const buttons = [
      ...list.querySelectorAll<HTMLElement>(`[data-removes="${pressed.dataset['removes'] ?? true}"]`),
    ]
    const at = buttons.indexOf(pressed)
    const others = [...buttons.slice(at), ...buttons.slice(0, at).reverse()]
    candidates.current = [...others, last?.current ?? list]
  }
}
