import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { pictureCache } from '../offline/pictures.ts'

type Plugin = NonNullable<NonNullable<ConstructorParameters<typeof CacheFirst>[0]>['plugins']>[number]

const thumbnail = /^\/api\/v1\/pictures\/\d+\/[0-9a-f]{64}\/thumbnail$/

/**
 * Keeps the thumbnails that were seen. A picture's address names its content, so a kept one is never stale;
 * the signature in it changes daily and is no part of the key.
 */
export function cachePictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && thumbnail.test(url.pathname),
    new CacheFirst({
      cacheName: pictureCache,
      plugins: [
        { cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname },
        // Workbox's own types disagree with each other on optional members.
        new ExpirationPlugin({
          maxEntries: 1000,
          maxAgeSeconds: 30 * 86_400,
          purgeOnQuotaError: true,
        }) as Plugin,
      ],
    }),
  )
}
