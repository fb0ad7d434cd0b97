import { type RefObject, useEffect, useRef } from 'react'

/**
 * The button that removes a row leaves the list with it: after the question, focuses that button if it is still there, or
 * the next one of the list, or `last`, or the list. Buttons that do the same have the same `data-removes`. Call the
 * returned function when asking.
 */
export function useFocusAfterRemoval(asking: boolean, last?: RefObject<HTMLElement | null>): () => void {
  const candidates = useRef<readonly HTMLElement[]>([])
  useEffect(() => {
    const [pressed] = candidates.current
    if (asking || pressed === undefined) return
    const refocus = () => {
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost) candidates.current.find(({ isConnected }) => isConnected)?.focus()
    }
    const later = requestAnimationFrame(refocus)
    // The row often leaves after that frame, because a query notifies the list later than its caller.
    const removal = new MutationObserver(() => {
      if (pressed.isConnected) return
      removal.disconnect()
      refocus()
    })
    removal.observe(document.body, { childList: true, subtree: true })
    return () => {
      cancelAnimationFrame(later)
      removal.disconnect()
    }
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
