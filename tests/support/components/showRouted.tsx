import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { router } from '../../../src/router.ts'
import { show } from './show.tsx'

/** Renders inside a router with the given paths; their screens are empty. */
export async function showRouted(client: QueryClient, children: ReactNode, paths: readonly string[] = []) {
  const root = createRootRoute({ staticData: { access: 'public' } })
  const here = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { access: 'user' },
    component: () => children,
  })
  const others = paths.map((path) =>
    createRoute({ getParentRoute: () => root, path, staticData: { access: 'user' } }),
  )
  const alone = createRouter({
    routeTree: root.addChildren([here, ...others]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await alone.load()
  return show(
    <QueryClientProvider client={client}>
      {/* For the links' types. */}
      <RouterProvider router={alone as unknown as typeof router} />
    </QueryClientProvider>,
  )
}
