import { openPathSchema } from '../../contract/push.ts'

/**
 * Tells where a pressed notification leads, on the screen that this page shows; `go` leads there. Gives the undoing.
 */
export function followPresses(go: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const lead = openPathSchema.safeParse(data)
    if (!lead.success) return
    const { pathname, search } = new URL(lead.data.path, location.origin)
    // Some browsers tell the worker where a page began, not where somebody is at work by now.
    if (pathname === location.pathname && search !== location.search) go(pathname + search)
  }
  navigator.serviceWorker.addEventListener('message', onMessage)
  return () => navigator.serviceWorker.removeEventListener('message', onMessage)
}
