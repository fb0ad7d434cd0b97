import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
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
function showGrid(readings: Reading[], endless: boolean, onNearEnd: () => void, narrow = true) {
  const root = createRootRoute({ staticData: { access: 'public' } })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { access: 'user' },
    component: () => (
      <TileGrid
        readings={readings}
        step={narrow ? 0 : 50}
        narrow={narrow}
        endless={endless}
        onNearEnd={onNearEnd}
      />
    ),
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

test('rows of several tiles keep their distance, whatever the tiles hold', async () => {
  await page.viewport(1200, 800)
  onTestFinished(() => page.viewport(390, 844))
  const long = '第二プラント東棟地下ポンプ室 冷却水循環ポンプ三号機 吐出側圧力計 予備系統'
  const readings = readingsUpTo(400).map((reading) => ({
    ...reading,
    meter: { ...reading.meter, name: long },
  }))
  await showGrid(readings, true, vi.fn(), false)
  const distances = () => {
    const rows = [...document.querySelectorAll('ul[data-index]')].map((row) => row.getBoundingClientRect())
    return rows.slice(1).map((row, index) => Math.round(row.top - (rows[index]?.bottom ?? 0)))
  }
  await expect
    .poll(() => document.querySelectorAll('ul[data-index]:first-child > li').length)
    .toBeGreaterThan(2)
  await expect.poll(() => new Set(distances())).toEqual(new Set([12]))
})

test('a page of fifty is drawn whole, so that the browser’s own search finds everything', async () => {
  const screen = await showGrid(readingsUpTo(50), false, vi.fn())
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  expect(drawn()).toBe(50)
})

describe('a tile', () => {
  const tilesOf = async (...all: Partial<Reading>[]) => {
    const screen = await showGrid(
      all.map((over, index) => aReading({ id: index + 1, ...over })),
      false,
      vi.fn(),
    )
    const tiles = all.map((_, index) => screen.getByRole('link').nth(index))
    for (const tile of tiles) await expect.element(tile).toBeVisible()
    return tiles.map((tile) => tile.element())
  }

  test('asks a person to look at a value that only an unsure reader gives', async () => {
    const [unsure, sure, accepted] = await tilesOf(
      { confidence: 0.8 },
      { confidence: 0.95 },
      { confidence: 0.8, value_source: 'accepted' },
    )
    expect(unsure?.textContent).toContain('要確認')
    for (const tile of [sure, accepted]) expect(tile?.textContent).not.toContain('要確認')
    const ground = (tile: Element | undefined) => tile && getComputedStyle(tile).backgroundColor
    expect(ground(sure)).toBe(ground(accepted))
    expect(ground(unsure)).not.toBe(ground(sure))
  })

  test('of an abnormal value that is unsure says both', async () => {
    const [tile] = await tilesOf({ confidence: 0.8, is_abnormal: true })
    expect(tile?.textContent).toMatch(/異常.*要確認/)
  })

  test('shows the part that was read whole, and where there is none the photograph', async () => {
    const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>')}`
    const photograph = `${picture}#photograph`
    const tiles = await tilesOf(
      { thumbnail: photograph, result_thumbnail: picture },
      { thumbnail: photograph },
    )
    const shown = tiles.map((tile) => {
      const image = tile.querySelector('img')
      return image && { source: image.src, fit: getComputedStyle(image).objectFit }
    })
    expect(shown).toEqual([
      { source: picture, fit: 'contain' },
      { source: photograph, fit: 'cover' },
    ])
  })
})
