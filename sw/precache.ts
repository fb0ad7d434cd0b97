import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Paths that the server answers itself, also when a person opens them as a page. */
const serverPaths = [/^\/api\//, /^\/(?:health|ready|metrics)$/]

/** Keeps the app's files, and answers every page of the app with its shell, so that it opens without signal. */
export function precacheApp(files: (PrecacheEntry | string)[]): void {
  precacheAndRoute(files)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: serverPaths }))
}
