import { useEffect, useEffectEvent } from 'react'

/** Browsers that give pages the volume keys call them so; the others change the volume. */
const volumeKeys = ['AudioVolumeUp', 'AudioVolumeDown', 'VolumeUp', 'VolumeDown']
const keys = [...volumeKeys, ' ', 'Enter']

/** Volume keys wherever no dialog is open; space and Enter where they press nothing else. */
export function useShutterKeys(ready: boolean, onShutter: () => void): void {
  const press = useEffectEvent(onShutter)
  useEffect(() => {
    if (!ready) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat } = event
      if (!keys.includes(key) || event.defaultPrevented) return
      // It is about something else, and covers the picture.
      if (document.querySelector('[role="dialog"]')) return
      const taken = target instanceof Element && target.closest('button, a, input, [role="slider"]')
      if (taken && !volumeKeys.includes(key)) return
      event.preventDefault()
      if (!repeat) press()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [ready])
}
