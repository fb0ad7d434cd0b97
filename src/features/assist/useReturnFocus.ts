import { useEffect, useState } from 'react'

/** Returns focus when the dialog closes. Mantine's own misses a dialog mounted opened, such as a lazy one. */
export function useReturnFocus(opened: boolean): void {
  const [from, setFrom] = useState<{ opened: boolean; element: Element | null }>({
    opened: false,
    element: null,
  })
  if (from.opened !== opened) setFrom({ opened, element: opened ? document.activeElement : from.element })
  useEffect(() => {
    if (!opened) return
    return () => {
      const { element } = from
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && element instanceof HTMLElement && element.isConnected) element.focus()
      })
    }
  }, [opened, from])
}
