import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls back when a finger touches the element, because a click needs one finger that stays where it is. Gloves and wet
 * screens make a second finger or a smear of it. Mouse and keys still click.
 */
export function useTouchDown(button: RefObject<HTMLElement | null>, onTouch: () => void): void {
  const touched = useEffectEvent(onTouch)
  useEffect(() => {
    const element = button.current
    const onTouchStart = (event: TouchEvent) => {
      // No click may follow: it would press what is shown in this place by then.
      event.preventDefault()
      const isFirst = event.targetTouches.length === event.changedTouches.length
      if (isFirst) touched()
    }
    // React listens passively, which cannot prevent the click.
    element?.addEventListener('touchstart', onTouchStart, { passive: false })
    return () => element?.removeEventListener('touchstart', onTouchStart)
  }, [button])
}
