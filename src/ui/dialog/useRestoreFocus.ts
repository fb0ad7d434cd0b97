import { useEffect } from 'react'

/** Gives the focus back to what had it before, also where a dialog goes without closing, which Mantine does not see. */
export function useRestoreFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [opened])
}
