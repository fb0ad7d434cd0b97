import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { maxReferences, pictureCache, referenceCache } from '../offline/pictureCaches.ts'

type Plugin = NonNullable<NonNullable<ConstructorParameters<typeof CacheFirst>[0]>['plugins']>[number]

const path = /^\/api\/v1\/pictures\/\d+\/[0-9a-f]{64}\/(thumbnail|reference)$/

/** The path identifies the content; the signature in the query changes daily and is not part of the key. */
const byContent: Plugin = { cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname }

// Workbox's own types disagree on optional members.
const keepAtMost = (limits: ConstructorParameters<typeof ExpirationPlugin>[0]) =>
  new ExpirationPlugin({ ...limits, purgeOnQuotaError: true }) as Plugin

export function cachePictures(): void {
  const keep = (variant: string, cacheName: string, limits: Parameters<typeof keepAtMost>[0]) =>
    registerRoute(
      ({ url, sameOrigin }) => sameOrigin && path.exec(url.pathname)?.[1] === variant,
      new CacheFirst({ cacheName, plugins: [byContent, keepAtMost(limits)] }),
    )
  keep('thumbnail', pictureCache, { maxEntries: 1000, maxAgeSeconds: 30 * 86_400 })
  keep('reference', referenceCache, { maxEntries: maxReferences })
}
