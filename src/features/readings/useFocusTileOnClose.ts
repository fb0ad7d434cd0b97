import { useEffect, useRef } from 'react'

/** Frames to wait for the list to scroll there. */
const attempts = 10

/** When the dialog closes, focuses the tile of the last reading. */
export function useFocusTileOnClose(id: number): void {
  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(() => () => focusTile(last.current, attempts), [])
}

function focusTile(id: number, frames: number): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role="dialog"]')) return
    const tile = document.querySelector<HTMLElement>(`[data-reading="${id}"]`)
    if (tile) tile.focus()
    else if (frames > 1) focusTile(id, frames - 1)
  })
}
