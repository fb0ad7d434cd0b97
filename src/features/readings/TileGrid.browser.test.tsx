import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reading } from '../../../contract/readings.ts'
import { aReading } from '../../../tests/support/readings.ts'
import { show } from '../../../tests/support/show.tsx'
import type { router } from '../../router.ts'
import { TileGrid } from './TileGrid.tsx'

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: true, data: [] }))
})
afterEach(() => vi.restoreAllMocks())

const readingsUpTo = (count: number): Reading[] =>
  Array.from({ length: count }, (_, index) => aReading({ id: count - index, value: index }))

/** Only the address matters here, so the console’s own routes stay away; its types are the links’ types. */
function showGrid(readings: Reading[], endless: boolean, onNearEnd: () => void) {
  const root = createRootRoute({ staticData: { access: 'public' } })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { access: 'user' },
    component: () => <TileGrid readings={readings} step={0} narrow endless={endless} onNearEnd={onNearEnd} />,
  })
  const alone = createRouter({
    routeTree: root.addChildren([home]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  return show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={alone as unknown as typeof router} />
    </QueryClientProvider>,
  )
}

const drawn = () => document.querySelectorAll('a[href*="value="]').length

test('ten thousand readings are a list that draws only what is near the window', async () => {
  const onNearEnd = vi.fn()
  const screen = await showGrid(readingsUpTo(10_000), true, onNearEnd)
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  expect(drawn()).toBeLessThan(60)
  expect(document.documentElement.scrollHeight).toBeGreaterThan(10_000 * 50)
  expect(onNearEnd).not.toHaveBeenCalled()
})

test('the rows that follow are asked for when the end comes near', async () => {
  const onNearEnd = vi.fn()
  const screen = await showGrid(readingsUpTo(400), true, onNearEnd)
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => onNearEnd.mock.calls.length).toBeGreaterThan(0)
})

test('a page of fifty is drawn whole, so that the browser’s own search finds everything', async () => {
  const screen = await showGrid(readingsUpTo(50), false, vi.fn())
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  expect(drawn()).toBe(50)
})
