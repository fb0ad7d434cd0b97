import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

/** Pixels of the test's window. */
interface WindowPoint {
  x: number
  y: number
  /** Finger, from 0; default: by order. */
  id?: number
}

type Dispatch = 'touchStart' | 'touchMove' | 'touchEnd'

/** The test's window is a frame in the browser's. */
function inBrowser({ x, y, ...finger }: WindowPoint): WindowPoint {
  const frame = window.frameElement?.getBoundingClientRect()
  const scale = frame ? frame.width / window.innerWidth : 1
  return { x: (frame?.left ?? 0) + x * scale, y: (frame?.top ?? 0) + y * scale, ...finger }
}

interface Session {
  send: (method: 'Input.dispatchTouchEvent', params: object) => Promise<unknown>
}

/**
 * For the rest of a test the style sheets that are loaded see a coarse pointer. Not by the browser's touch emulation:
 * when it ends, the page has neither finger nor mouse, and so have all later test files in it.
 */
export function withCoarsePointer(): void {
  for (const { media } of mediaRules([...document.styleSheets])) {
    const { mediaText } = media
    media.mediaText = mediaText
      .replaceAll('(pointer: coarse)', '(width >= 0px)')
      .replaceAll('(pointer: fine)', '(width < 0px)')
    onTestFinished(() => {
      media.mediaText = mediaText
    })
  }
}

const mediaRules = (sheets: readonly (CSSStyleSheet | CSSGroupingRule)[]): CSSMediaRule[] =>
  sheets.flatMap(({ cssRules }) =>
    [...cssRules].flatMap((rule) => [
      ...(rule instanceof CSSMediaRule ? [rule] : []),
      ...(rule instanceof CSSGroupingRule ? mediaRules([rule]) : []),
    ]),
  )

/** Real touches by the browser. `touchEnd` lifts the listed fingers, or all. */
export async function touch(type: Dispatch, fingers: readonly WindowPoint[]): Promise<void> {
  const session = cdp() as unknown as Session
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(inBrowser) })
}

/** Moves a finger along a path; `onTheWay` runs while it is still down. */
export async function swipe(along: readonly WindowPoint[], onTheWay?: () => Promise<void>): Promise<void> {
  const [first, ...rest] = along
  if (!first) return
  await touch('touchStart', [first])
  for (const point of rest) await touch('touchMove', [point])
  await onTheWay?.()
  await touch('touchEnd', [])
}

/** Two fingers moving apart or together. */
export async function pinch(
  from: readonly [WindowPoint, WindowPoint],
  to: readonly [WindowPoint, WindowPoint],
): Promise<void> {
  await touch('touchStart', from)
  for (let step = 1; step <= 4; step++) {
    const between = (a: WindowPoint, b: WindowPoint) => ({
      x: a.x + ((b.x - a.x) * step) / 4,
      y: a.y + ((b.y - a.y) * step) / 4,
    })
    await touch('touchMove', [between(from[0], to[0]), between(from[1], to[1])])
  }
  await touch('touchEnd', [])
}
