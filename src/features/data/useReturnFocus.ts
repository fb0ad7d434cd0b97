import { useEffect, useRef } from 'react'

/**
 * When the detail goes, the focus goes to where it was opened from, unless a row of a list has taken it. Call what it
 * returns when opening.
 */
export function useReturnFocus(opened: boolean): () => void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened || opener.current === null) return
    const back = opener.current
    opener.current = null
    // Rows take it with the next frame.
    const later = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const free = document.activeElement === null || document.activeElement === document.body
        if (free && back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
      }),
    )
    return () => cancelAnimationFrame(later)
  }, [opened])
  return () => {
    opener.current = document.activeElement
  }
}
