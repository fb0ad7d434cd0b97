import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual'
import { useLayoutEffect, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'

type Options<Scroller extends Element | Window> = Omit<
  VirtualizerOptions<Scroller, HTMLElement>,
  'measureElement' | 'onChange'
>
type RowOptions = Pick<Options<Element>, 'count' | 'estimateSize' | 'gap' | 'overscan' | 'scrollMargin'>

/** Fractional px: rounding errors add up and would shift rows while scrolling. */
const heightOf = (row: HTMLElement, entry: ResizeObserverEntry | undefined) =>
  entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height

/** Rows that scroll with the window. */
export const useWindowVirtualizer = (options: RowOptions) =>
  useVirtualizer<Window>({
    ...options,
    getScrollElement: () => window,
    initialOffset: () => window.scrollY,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
  })

/** Rows that scroll in an element. */
export const useElementVirtualizer = (scroller: HTMLElement | null, options: RowOptions) =>
  useVirtualizer<HTMLElement>({
    ...options,
    getScrollElement: () => scroller,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
  })

/**
 * Replaces the hooks of `@tanstack/react-virtual`, which return an object that changes in place: code that remembers
 * results would keep its first rows. A render uses `items` and `height`; the virtualizer itself is for effects.
 */
function useVirtualizer<Scroller extends Element | Window>(options: Options<Scroller>) {
  'use no memo'
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const [{ virtualizer, update, measureElement }] = useState(() => createVirtualizer(options, rerender))
  update(options)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  return {
    virtualizer,
    measureElement,
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
  }
}

function createVirtualizer<Scroller extends Element | Window>(
  options: Options<Scroller>,
  rerender: () => void,
) {
  let isCommitting = false
  const withRerender = (next: Options<Scroller>): VirtualizerOptions<Scroller, HTMLElement> => ({
    ...next,
    measureElement: heightOf,
    onChange: (_, isUrgent) => (isUrgent && !isCommitting ? flushSync(rerender) : rerender()),
  })
  const virtualizer = new Virtualizer(withRerender(options))
  return {
    virtualizer,
    update: (next: Options<Scroller>) => virtualizer.setOptions(withRerender(next)),
    /** Ref callback. React calls it during a commit, when `flushSync` is not allowed. */
    measureElement: (row: HTMLElement | null) => {
      isCommitting = true
      try {
        virtualizer.measureElement(row)
      } finally {
        isCommitting = false
      }
    },
  }
}
