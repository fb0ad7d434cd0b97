import { useEffect, useState } from 'react'

/**
 * Gives the focus back when the dialog closes. Mantine's own way misses a dialog that is there only once it is open,
 * as one that is loaded when it is needed.
 */
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
