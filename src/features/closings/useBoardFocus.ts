import { type RefObject, useEffect, useRef } from 'react'
import type { Board } from '../../../contract/closing/closings.ts'

interface Watched {
  screen: RefObject<HTMLElement | null>
  board: Board | undefined
  /** A dialog is open. */
  isRepairing: boolean
}

/**
 * A meter leaves its list when it is repaired: the focus then moves to the one that takes its place, or to the numbers.
 * It moves to the numbers also when the month is closed. Call the returned function when either begins.
 */
export function useBoardFocus({ screen, board, isRepairing }: Watched): () => void {
  const position = useRef<number | null>(null)
  const buttonsOf = () => [...(screen.current?.querySelectorAll<HTMLElement>('[data-repair]') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows leave with another board
  useEffect(() => {
    if (isRepairing || position.current === null) return
    // After the dialog has given the focus back.
    const later = setTimeout(() => {
      if (document.activeElement !== document.body) return
      const next = buttonsOf()
        .slice(0, (position.current ?? 0) + 1)
        .at(-1)
      const place = next ?? screen.current?.querySelector<HTMLElement>('[aria-pressed=true]')
      place?.focus()
      position.current = null
    })
    return () => clearTimeout(later)
  }, [board, isRepairing])
  return () => {
    position.current = buttonsOf().findIndex((button) => button.matches(':focus'))
  }
}
