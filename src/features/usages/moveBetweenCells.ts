import type { KeyboardEvent } from 'react'

const steps: Record<string, [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the focus from a cell that can be pressed to the next one in the direction of an arrow key. */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const cell =
    event.target instanceof Element ? event.target.closest('[data-grid-cell]')?.closest('td') : null
  if (step === undefined || !cell) return
  const [across, down] = step
  const row = cell.parentElement
  const next = (down === 0 ? row : down < 0 ? row?.previousElementSibling : row?.nextElementSibling)
    ?.children[[...(row?.children ?? [])].indexOf(cell) + across]
  const target = next?.querySelector<HTMLElement>('[data-grid-cell]')
  if (!target) return
  event.preventDefault()
  target.focus()
}
