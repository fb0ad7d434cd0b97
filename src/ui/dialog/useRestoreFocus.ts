import { useEffect } from 'react'

/** Returns focus, also when a dialog is unmounted while open, which Mantine misses. */
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
