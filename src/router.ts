import { createRouter } from '@tanstack/react-router'
import { accessKey } from './lib/keys.ts'
import { queryClient } from './lib/query.ts'
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
  // A table that scrolls in itself (`DataTable`) is new wherever somebody goes on to.
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
 * Fetches the parts of the screen that will be shown, while it is still being found out whose session this is. What
 * cannot be had is asked for again where it is drawn, which also says so.
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
