import { useEffect, useState } from 'react'

/** So long a press may still belong to the one before it. Milliseconds. */
const pause = 600

const presses = ['pointerdown', 'pointerup', 'keydown', 'keyup'] as const

/**
 * Where a press is answered by another thing under the same finger or key: `cooling` says that what stands there now is
 * not to be pressed yet. Call `startCooldown` with the answer; it ends once finger and key have done nothing for a
 * moment, so that neither a double press nor a key that is held down goes on to the next thing.
 */
export function usePressCooldown(): { cooling: boolean; startCooldown: () => void } {
  const [cooling, setCooling] = useState(false)
  useEffect(() => {
    if (!cooling) return
    const end = () => setCooling(false)
    let timer = setTimeout(end, pause)
    const again = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return
      clearTimeout(timer)
      timer = setTimeout(end, pause)
    }
    for (const press of presses) window.addEventListener(press, again, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const press of presses) window.removeEventListener(press, again, { capture: true })
    }
  }, [cooling])
  return { cooling, startCooldown: () => setCooling(true) }
}
