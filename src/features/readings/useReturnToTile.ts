import { useEffect, useRef } from 'react'

/** So many frames a list has to come back to where the reading stands. */
const attempts = 10

/** When the dialog goes, the focus goes to the tile of the reading that was looked at last. */
export function useReturnToTile(id: number): void {
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
