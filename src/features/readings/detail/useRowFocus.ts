import { useEffect, useRef } from 'react'

/**
 * Keeps focus on the same row across readings, to correct values by keyboard. Call the returned function before the
 * move.
 */
export function useRowFocus(id: number): () => void {
  const row = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are new ones with every reading
  useEffect(() => {
    if (row.current === null) return
    const label = CSS.escape(row.current)
    document.querySelector<HTMLElement>(`[role=dialog] fieldset[aria-label="${label}"] button`)?.focus()
    row.current = null
  }, [id])
  return () => {
    row.current = document.activeElement?.closest('fieldset')?.getAttribute('aria-label') ?? null
  }
}
