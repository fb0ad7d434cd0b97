import { useEffect, useRef } from 'react'

/**
 * The button that confirmed an alert leaves the list: after the confirmation dialog, focuses that button if it is still
 * there, or the next one of the list, or the list. Call the returned function when asking.
 */
export function useFocusAfterRemoval(asking: boolean): () => void {
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
    const buttons = [...list.querySelectorAll<HTMLElement>('[data-confirm]')]
    const at = buttons.indexOf(pressed)
    candidates.current = [...buttons.slice(at), ...buttons.slice(0, at).reverse(), list]
  }
}
