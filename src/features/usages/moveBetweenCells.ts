import type { KeyboardEvent } from 'react'

const steps: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the focus from a cell that can be pressed to the next such one in the direction of an arrow key. */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const cell =
    event.target instanceof Element ? event.target.closest('[data-grid-cell]')?.closest('td') : null
  if (step === undefined || !cell) return
  const [across, down] = step
  const target = cellsBeyond(cell, across, down)
    .map((each) => each.querySelector<HTMLElement>('[data-grid-cell]'))
    .find((each) => each !== null)
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** The cells of the row or column in a direction, nearest first. */
function cellsBeyond(cell: Element, across: number, down: number): Element[] {
  const row = cell.parentElement
  if (row === null) return []
  const cells = [...row.children]
  const column = cells.indexOf(cell)
  if (across !== 0) return across > 0 ? cells.slice(column + 1) : cells.slice(0, column).reverse()
  const rows = [...(row.parentElement?.children ?? [])]
  const at = rows.indexOf(row)
  return (down > 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse()).flatMap(
    (each) => each.children[column] ?? [],
  )
}
