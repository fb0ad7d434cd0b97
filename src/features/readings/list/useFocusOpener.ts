import { useEffect, useRef } from 'react'

/**
 * When the dialog closes, returns focus to where it was opened unless a row took it. Call the returned function on
 * opening.
 */
export function useFocusOpener(opened: boolean): () => void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened || opener.current === null) return
    const back = opener.current
    opener.current = null
    // Rows take focus in the next frame.
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
