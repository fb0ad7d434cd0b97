// Covers docs/requirements.md: 538

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../tests/support/components/show.tsx'
import { NetworkError } from '../failures/callErrors.ts'
import type { router } from '../router.ts'
import { RootError } from './-RouteError.tsx'

afterEach(() => vi.restoreAllMocks())

test('an app that could not be shown without signal is shown when the server is back, without a press', async () => {
  let online = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!online) throw new TypeError('offline')
    return Response.json({ status: 'ready' })
  })
  const root = createRootRoute({
    staticData: { access: 'public' },
    beforeLoad: () => {
      if (!online) throw new NetworkError('me')
    },
    errorComponent: RootError,
  })
  const here = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { access: 'user' },
    component: () => <p>ホーム</p>,
  })
  const alone = createRouter({
    routeTree: root.addChildren([here]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={alone as unknown as typeof router} />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('button', { name: '再試行' })).toBeVisible()
  online = true
  await expect.element(screen.getByText('ホーム')).toBeVisible()
})
