import { createRouter } from '@tanstack/react-router'
import { queryClient } from './lib/live/queryClient.ts'
import { accessKey } from './lib/session/sessionKeys.ts'
import { SignedIn } from './routes/-Root.tsx'
import { RouteError } from './routes/-RouteError.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // TanStack Query owns freshness.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // A table with its own scroll area (`DataTable`) starts at the top after navigation.
  scrollToTopSelectors: ['[data-scroll-restoration-id]'],
  defaultErrorComponent: RouteError,
  notFoundMode: 'root',
  caseSensitive: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/**
 * Loads the first screen's chunks while the session is being determined. Failures are retried and reported on render.
 */
export async function fetchFirstScreen(): Promise<void> {
  const signedIn = accessKey() !== null
  const [asked] = router.getMatchedRoutes(location.pathname)
  const shut = !signedIn && asked.at(-1)?.options.staticData?.access !== 'public'
  const [shown] = shut ? router.getMatchedRoutes('/login') : [asked]
  const parts = shown.map((route) => router.loadRouteChunk(route))
  if (signedIn) parts.push(SignedIn.preload?.())
  await Promise.allSettled(parts)
}
