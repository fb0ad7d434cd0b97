import { useEffect, useRef } from 'react'
import { notify } from './notify.tsx'

/**
 * `notify.failure` and `notify.warning` for a form or dialog: the notifications disappear with the component that shows
 * them. One that is shown after the component has gone stays, because nothing else reports the failure.
 */
export function useFailureNotices(): Pick<typeof notify, 'failure' | 'warning'> {
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const ids = shown.current
    return () => {
      for (const id of ids) notify.hide(id)
      ids.clear()
    }
  }, [])
  const remember = (id: string) => {
    shown.current.add(id)
    return id
  }
  return {
    failure: (error, options) => remember(notify.failure(error, options)),
    warning: (message) => remember(notify.warning(message)),
  }
}
