import { useEffect, useRef } from 'react'

/** When the dialog goes, the focus goes to the tile of the reading that was looked at last. */
export function useReturnToTile(id: number): void {
  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.querySelector('[role="dialog"]')) return
        document.querySelector<HTMLElement>(`[data-reading="${last.current}"]`)?.focus()
      })
    },
    [],
  )
}
