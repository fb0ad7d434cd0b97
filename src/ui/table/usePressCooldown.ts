import { useEffect, useState } from 'react'

/** Milliseconds. */
const cooldown = 600

const presses = ['pointerdown', 'pointerup', 'keydown', 'keyup'] as const

/**
 * After a press the next item may appear under the same finger or key: while `cooling`, ignore presses. Call
 * `startCooldown` after the action; it ends once finger and key have been idle, so that neither a double press nor key
 * repeat hits the next item.
 */
export function usePressCooldown(): { cooling: boolean; startCooldown: () => void } {
  const [cooling, setCooling] = useState(false)
  useEffect(() => {
    if (!cooling) return
    const end = () => setCooling(false)
    let timer = setTimeout(end, cooldown)
    const again = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return
      clearTimeout(timer)
      timer = setTimeout(end, cooldown)
    }
    for (const press of presses) window.addEventListener(press, again, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const press of presses) window.removeEventListener(press, again, { capture: true })
    }
  }, [cooling])
  return { cooling, startCooldown: () => setCooling(true) }
}
