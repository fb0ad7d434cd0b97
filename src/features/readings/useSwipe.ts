import { type TouchEvent, useRef } from 'react'

/** Shortest way of a finger, in px, that is a swipe and no tap. */
const least = 60

/** A zoomed picture and an input want the finger for themselves. */
const taken = '[data-zoomed], input, textarea, [role="slider"]'

/** Handlers that call back when one finger is drawn across: to the right for what comes before. */
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
      if (Math.abs(across) < least || Math.abs(across) < 2 * Math.abs(down)) return
      if (across > 0) onBefore?.()
      else onAfter?.()
    },
  }
}
