import type { KeyboardEvent } from 'react'

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrow keys move from the numbers into the list, and there between the same fields or buttons of its meters. */
export function moveBetweenMeters(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined || !(event.target instanceof HTMLElement)) return
  const { move } = event.target.dataset
  if (move === undefined) return
  const found = (name: string) => [...event.currentTarget.querySelectorAll<HTMLElement>(name)]
  const alike = found(`[data-move="${move}"]`)
  const target =
    move === 'number'
      ? step > 0 && found('[data-repair]')[0]
      : (alike[alike.indexOf(event.target) + step] ??
        (step < 0 && found('[data-move="number"][aria-pressed=true]')[0]))
  if (!target) return
  event.preventDefault()
  target.focus()
}
