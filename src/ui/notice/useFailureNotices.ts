import { useEffect, useRef } from 'react'
import { notify } from './notify.tsx'

/**
 * `notify.failure` and `notify.warning` for a form or dialog: the notifications disappear with the component that shows
 * them, or when `isOpen` becomes false. One that is shown after that stays, because nothing else reports the failure.
 */
export function useFailureNotices(isOpen = true): Pick<typeof notify, 'failure' | 'warning'> {
  const shown = useRef(new Set<string>())
  useEffect(() => {
    if (!isOpen) return
    const ids = shown.current
    return () => {
      for (const id of ids) notify.hide(id)
      ids.clear()
    }
  }, [isOpen])
  const remember = (id: string) => {
    shown.current.add(id)
    return id
  }
  return {
    failure: (error, options) => remember(notify.failure(error, options)),
    warning: (message) => remember(notify.warning(message)),
  }
}
