import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { entryKey, recall, remember } from './entryMemory.ts'

export interface Endless {
  /** Told which rows are drawn. */
  look?: (first: number, last: number) => void
  /** Where the row stands that is looked at closely: the list goes along with it. */
  opened?: number | undefined
}

export interface Looked extends Endless {
  /** Of the list, for coming back. */
  label: string
}

const nowhere = { startIndex: 0, endIndex: -1 }

/**
 * Tells which rows are drawn, goes along with the one that is looked at closely, and shows a list that is come back to
 * where it was left: its heights are guesses again, so that the same distance would lead to other rows.
 */
export function useLooking<Scrolled extends Element | Window, Drawn extends Element>(
  virtualizer: Virtualizer<Scrolled, Drawn>,
  length: number,
  { label, look, opened = -1 }: Looked,
): void {
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1
  const key = entryKey(label)
  const [left] = useState(() => recall(key) ?? -1)
  const returns = useRef(left >= 0)
  useEffect(() => {
    if (last < 0 || last >= length) return
    const { startIndex, endIndex } = virtualizer.range ?? nowhere
    returns.current &&= left < length && (left < startIndex || left > endIndex)
    if (returns.current) return virtualizer.scrollToIndex(left, { align: 'center' })
    remember(key, Math.round((startIndex + endIndex) / 2))
    look?.(first, last)
  }, [first, last, length, look, key, left, virtualizer])
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
      const { startIndex, endIndex } = virtualizer.range ?? nowhere
      if (left < startIndex || left > endIndex) virtualizer.scrollToIndex(left, { align: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [opened, virtualizer])
}
