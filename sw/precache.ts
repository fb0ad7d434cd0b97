import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Paths answered by the server, also as navigations. */
const serverPaths = [/^\/api\//, /^\/(?:health|ready|metrics)$/]

/** Precaches the app's files and answers its navigations with the shell, so that it opens offline. */
export function precacheApp(files: (PrecacheEntry | string)[]): void {
  precacheAndRoute(files)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: serverPaths }))
}
