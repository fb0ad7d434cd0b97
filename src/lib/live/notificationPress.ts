import { openPathSchema } from '../../../contract/push.ts'

/**
 * Navigates to a pressed notification's target on the current screen; `go` navigates. Returns the unsubscribe function.
 */
export function onNotificationPress(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const lead = openPathSchema.safeParse(data)
    if (!lead.success) return
    const { pathname, search } = new URL(lead.data.path, location.origin)
    // Some browsers give the worker the page's initial URL, not the current one.
    if (pathname === location.pathname && search !== location.search) go(pathname + search)
  }
  navigator.serviceWorker.addEventListener('message', onMessage)
  return () => navigator.serviceWorker.removeEventListener('message', onMessage)
}
