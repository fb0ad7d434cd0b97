import { type TouchEvent, useRef } from 'react'

/** Least distance of a swipe, px. */
const minDistance = 60

/** Zoomed pictures, inputs and charts handle touch themselves. */
const taken = '[data-zoomed], input, textarea, [role="slider"], [aria-roledescription="グラフ"]'

/** Touch handlers for one-finger swipes; to the right is previous. */
export function useSwipe(onBefore: (() => void) | undefined, onAfter: (() => void) | undefined) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const finger = touches[0]
      const free = touches.length === 1 && !(target instanceof Element && target.closest(taken))
      start.current = finger && free ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      if (!finger || start.current === null) return
      const across = finger.clientX - start.current.x
      const down = finger.clientY - start.current.y
      start.current = null
      if (Math.abs(across) < minDistance || Math.abs(across) < 2 * Math.abs(down)) return
      if (across > 0) onBefore?.()
      else onAfter?.()
    },
  }
}
