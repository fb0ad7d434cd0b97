import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'

/** Rows of a list that a person has chosen: `chosen`, or with `isAll` all that match the filters. */
export interface Selection {
  /** Whether rows are being chosen, so that a press on one chooses it. */
  isOn: boolean
  isAll: boolean
  isChosen: (id: number) => boolean
  chosen: ReadonlySet<number>
  begin: () => void
  end: () => void
  /** Chooses a row or lets it go; `isSpan`: with all between it and the one before, in the order of `listed`. */
  toggle: (id: number, listed: readonly number[], isSpan: boolean) => void
  /** Chooses the rows of a page, or lets them go. */
  togglePage: (listed: readonly number[]) => void
  chooseAll: () => void
}

/** A list whose rows can be chosen. */
export interface Selecting<Row> {
  selection: Selection
  /** Counts rows; 件 when absent. */
  counter?: '台' | '人'
  /** Names a row to screen readers. */
  nameOf: (row: Row) => string
  /** What can be done with what is chosen. */
  actions: ReactNode
}

interface Chosen {
  /** What the rows were filtered by: with other filters nothing is chosen. */
  filters: string
  ids: ReadonlySet<number>
  isAll: boolean
}

/** Keeps what a person chooses in a list over its pages. Esc ends it. `filters`: identifies what the list shows. */
export function useSelection(filters: string): Selection {
  const [state, setState] = useState<Chosen | null>(null)
  const last = useRef<number | null>(null)
  const { ids, isAll } = state?.filters === filters ? state : { ids: new Set<number>(), isAll: false }
  const keep = (chosen: Iterable<number>, all = false) =>
    setState({ filters, ids: new Set(chosen), isAll: all })
  const end = () => setState(null)
  useWindowEvent('keydown', ({ key, target, defaultPrevented, isComposing }) => {
    if (state === null || key !== 'Escape' || defaultPrevented || isComposing) return
    // Of a dialog, a menu or a field.
    const isElsewhere =
      target instanceof Element && target.closest('[role=dialog], [role=menu], input:not([type=checkbox])')
    if (!isElsewhere && document.querySelector('[role=dialog], [role=menu]') === null) end()
  })
  return {
    isOn: state !== null,
    isAll,
    isChosen: (id) => isAll || ids.has(id),
    chosen: ids,
    begin: () => keep([]),
    end,
    toggle(id, listed, isSpan) {
      const from = last.current === null ? -1 : listed.indexOf(last.current)
      const to = listed.indexOf(id)
      last.current = id
      const isOn = isAll || !ids.has(id)
      const span = isSpan && from !== -1 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      // Of all that match, those of this page stay chosen.
      const kept = new Set(isAll ? listed : ids)
      for (const each of span) {
        if (isOn && !isAll) kept.add(each)
        else kept.delete(each)
      }
      keep(kept)
    },
    togglePage(listed) {
      const kept = new Set(isAll ? [] : ids)
      const isWhole = isAll || listed.every((id) => kept.has(id))
      for (const id of listed) {
        if (isWhole) kept.delete(id)
        else kept.add(id)
      }
      keep(kept)
    },
    chooseAll: () => keep([], true),
  }
}
