import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { renderHook as renderHookLater, render as renderLater } from 'vitest-browser-react'

// As those of vitest-browser-react, which end before anything is rendered where React has no `act`, as in the build.

export async function render(ui: ReactNode) {
  const screen = await flushSync(() => renderLater(ui))
  return {
    ...screen,
    rerender: (next: ReactNode) => flushSync(() => screen.rerender(next)),
    unmount: () => flushSync(screen.unmount),
  }
}

export async function renderHook<Result, Props>(hook: (props?: Props) => Result) {
  const rendered = await flushSync(() => renderHookLater(hook))
  let props: Props | undefined
  const rerender = (next?: Props) => {
    props = next
    return flushSync(() => rendered.rerender(next))
  }
  return {
    result: rendered.result,
    rerender,
    unmount: () => flushSync(rendered.unmount),
    /** Ends when what `change` set has been rendered. */
    act: async (change: () => unknown) => {
      await change()
      await rerender(props)
    },
  }
}
