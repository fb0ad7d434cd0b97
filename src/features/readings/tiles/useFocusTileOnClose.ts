import { useEffect, useRef } from 'react'

/** Frames to wait for the list to scroll there. */
const attempts = 10

/**
 * When the dialog closes, focuses the tile of the last reading; of one that has left the list a neighbour's, or the
 * list.
 */
export function useFocusTileOnClose(ids: readonly (number | undefined)[]): void {
  const last = useRef(ids)
  useEffect(() => {
    last.current = ids
  })
  useEffect(() => () => focusTile(last.current, attempts), [])
}

const tileOf = (id: number | undefined) => document.querySelector<HTMLElement>(`[data-reading="${id}"]`)

function focusTile(ids: readonly (number | undefined)[], frames: number): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role="dialog"]')) return
    const [id, ...neighbours] = ids
    const tile = tileOf(id)
    if (tile) tile.focus()
    else if (frames > 1) focusTile(ids, frames - 1)
    else if (document.activeElement === document.body)
      (
        neighbours.map(tileOf).find((each) => each !== null) ?? document.querySelector<HTMLElement>('main')
      )?.focus()
  })
}
