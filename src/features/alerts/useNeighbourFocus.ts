import { useEffect, useRef } from 'react'

/**
 * An alert that is confirmed leaves its list, and with it the button that was pressed: after the question the focus
 * goes back to where it was asked from, to the same button of a neighbour, or else to the list. Call what it returns
 * when asking.
 */
export function useNeighbourFocus(asking: boolean): () => void {
  const places = useRef<readonly HTMLElement[]>([])
  useEffect(() => {
    if (asking) return
    const later = requestAnimationFrame(() => {
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost) places.current.find(({ isConnected }) => isConnected)?.focus()
      places.current = []
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
    places.current = [...buttons.slice(at), ...buttons.slice(0, at).reverse(), list]
  }
}
