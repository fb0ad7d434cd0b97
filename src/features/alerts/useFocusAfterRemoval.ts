import { useEffect, useRef } from 'react'

/**
 * A confirmed alert leaves its list with the pressed button: after the confirmation dialog, focuses that button, or the
 * same one of a neighbour, or the list. Call the returned function when asking.
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
