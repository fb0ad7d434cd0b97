import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Endless } from './DataTable.tsx'

/** Tells which rows are drawn, and goes along with the one that is looked at closely. */
export function useLooking<Scrolled extends Element | Window, Drawn extends Element>(
  virtualizer: Virtualizer<Scrolled, Drawn>,
  length: number,
  { look, opened = -1 }: Endless,
): void {
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= 0 && last < length) look?.(first, last)
  }, [first, last, length, look])
  const isAway = last >= 0 && opened >= 0 && (opened < first || opened > last)
  useEffect(() => {
    if (isAway) virtualizer.scrollToIndex(opened, { align: 'center' })
  }, [isAway, opened, virtualizer])
  // Going back puts the screen where it was when the first one was opened.
  const before = useRef(-1)
  useEffect(() => {
    const left = opened < 0 ? before.current : -1
    before.current = opened
    if (left < 0) return
    const frame = requestAnimationFrame(() => {
      const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 }
      if (left < startIndex || left > endIndex) virtualizer.scrollToIndex(left, { align: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [opened, virtualizer])
}
