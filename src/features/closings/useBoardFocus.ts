import { type RefObject, useEffect, useRef } from 'react'

interface Board {
  screen: RefObject<HTMLElement | null>
  /** Milliseconds since 1970. */
  updatedAt: number
  /** A dialog is open. */
  isRepairing: boolean
}

/**
 * A meter leaves its list when it is repaired: the focus then moves to the one that takes its place, or to the numbers.
 * Call the returned function when a repair begins.
 */
export function useBoardFocus({ screen, updatedAt, isRepairing }: Board): () => void {
  const position = useRef<number | null>(null)
  const buttonsOf = () => [...(screen.current?.querySelectorAll<HTMLElement>('[data-repair]') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows leave when the board is updated
  useEffect(() => {
    if (isRepairing || position.current === null) return
    // After the dialog has given the focus back.
    const later = setTimeout(() => {
      if (document.activeElement !== document.body) return
      const next = buttonsOf().slice(0, (position.current ?? 0) + 1).at(-1)
      const place = next ?? screen.current?.querySelector<HTMLElement>('[aria-pressed=true]')
      place?.focus()
      position.current = null
    })
    return () => clearTimeout(later)
  }, [updatedAt, isRepairing])
  return () => {
    const pressed = buttonsOf().findIndex((button) => button.matches(':focus'))
    position.current = pressed < 0 ? null : pressed
  }
}
