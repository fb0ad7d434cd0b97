import { useCallback, useRef } from 'react'

/** For an element that its own press replaces: when it is back after `refocus()`, it gets the focus. */
export function useRefocus(): { ref: (element: HTMLElement | null) => void; refocus: () => void } {
  const wanted = useRef(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null || !wanted.current) return
    wanted.current = false
    element.focus()
  }, [])
  const refocus = useCallback(() => {
    wanted.current = true
  }, [])
  return { ref, refocus }
}
