import type { KeyboardEvent } from 'react'

const steps: Record<string, 1 | -1> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

/** Enter and ↓ move from a value to the next, and from the last one to the button; Shift+Enter and ↑ move back. */
export function moveBetweenFields(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, nativeEvent, target, currentTarget } = event
  const step = steps[key]
  if (step === undefined || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('[data-value], [data-store]')]
  stops[stops.indexOf(target) + (shiftKey ? -step : step)]?.focus()
}
