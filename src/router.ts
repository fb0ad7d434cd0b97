import { createRouter } from '@tanstack/react-router'
import { accessKey } from './lib/keys.ts'
import { queryClient } from './lib/query.ts'
import { RouteError } from './routes/-RouteError.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // TanStack Query owns freshness.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: RouteError,
  notFoundMode: 'root',
  caseSensitive: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Asks for the parts of the screen that will be shown, while it is still being found out whose session this is. */
export function fetchFirstScreen(): void {
  const signedIn = accessKey() !== null
  const [asked] = router.getMatchedRoutes(location.pathname)
  const shut = !signedIn && asked.at(-1)?.options.staticData?.access !== 'public'
  const [shown] = shut ? router.getMatchedRoutes('/login') : [asked]
  const parts = shown.map((route) => router.loadRouteChunk(route))
  if (signedIn) parts.push(import('./routes/-SignedIn.tsx').then(() => undefined))
  // What does not come now is asked for again where it is drawn, which also says so where it cannot be had.
  Promise.all(parts).catch(() => undefined)
}
