import { createRouter } from '@tanstack/react-router'
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
