// Covers docs/requirements.md: 303, 308, 656, 677, 712

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Reading } from '../../../../contract/readings.ts'
import { settled } from '../../../../tests/support/components/settled.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import type { router } from '../../../router.ts'
import { TileGrid } from './TileGrid.tsx'

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: true, data: [] }))
})
afterEach(() => vi.restoreAllMocks())

const readingsUpTo = (count: number): Reading[] =>
  Array.from({ length: count }, (_, index) => aReading({ id: count - index, value: index }))

type Rows = readonly (Reading | undefined)[]
type Viewport = (first: number, last: number) => void

/** A grid whose list changes. */
function Changing({
  readings,
  ...props
}: {
  label: string
  readings: Rows
  virtual: boolean
  onViewport: Viewport
  narrow: boolean
}) {
  const [shown, setShown] = useState(readings)
  useEffect(() => {
    const change = (event: Event) => setShown((event as CustomEvent<Rows>).detail)
    window.addEventListener('listed', change)
    return () => window.removeEventListener('listed', change)
  }, [])
  const step = props.narrow ? 0 : 50
  return <TileGrid {...props} readings={shown} step={step} alertOf={() => undefined} onConfirm={undefined} />
}

const list = (readings: Rows) => window.dispatchEvent(new CustomEvent('listed', { detail: readings }))

/** A minimal router, with the console's types for links. */
function showGrid(
  readings: Rows,
  virtual: boolean,
  onViewport: Viewport,
  narrow = true,
  label = '点検データ',
) {
  const root = createRootRoute({ staticData: { access: 'public' } })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { access: 'user' },
    component: () => <Changing {...{ label, readings, narrow, virtual, onViewport }} />,
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

const tilesInRow = (row: number) => document.querySelectorAll(`li[data-index="${row}"]`)

function distances() {
  const tiles = [...document.querySelectorAll('li[data-index]')]
  const rows = Map.groupBy(tiles, (tile) => tile.getAttribute('data-index'))
  const ends = [...rows.values()].map((row) => row[0]?.getBoundingClientRect() ?? new DOMRect())
  return ends.slice(1).map((row, index) => Math.round(row.top - (ends[index]?.bottom ?? 0)))
}
/** An observer reports heights, late on a busy machine. */
const keepDistance = (px: number) => expect.poll(() => new Set(distances())).toEqual(new Set([px]))

const drawn = () => document.querySelectorAll('a[href*="value="]').length

test('ten thousand readings are a list that draws only what is near the viewport', async () => {
  const onViewport = vi.fn()
  const screen = await showGrid(readingsUpTo(10_000), true, onViewport)
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  expect(drawn()).toBeLessThan(60)
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(10_000 * 50)
  expect(Math.max(...onViewport.mock.calls.map(([, last]) => last))).toBeLessThan(60)
})

test('it tells which readings are looked at', async () => {
  const onViewport = vi.fn()
  const screen = await showGrid(readingsUpTo(400), true, onViewport)
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  await expect.poll(() => onViewport.mock.calls.at(0)?.[0]).toBe(0)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => onViewport.mock.calls.at(-1)?.[1]).toBe(399)
})

test('readings that are not here keep their place, and nothing moves when they come', async () => {
  const all = readingsUpTo(2000).map((reading) => ({
    ...reading,
    // Some tiles are two lines high, more than estimated.
    meter: { ...reading.meter, name: 'No.3 冷却水圧力 '.repeat(reading.id % 3 === 0 ? 12 : 1) },
  }))
  const screen = await showGrid(all, true, vi.fn())
  await expect.element(screen.getByRole('link').first()).toBeVisible()
  window.scrollTo(0, 20_000)
  const tops = () =>
    [...document.querySelectorAll('li')]
      .filter((tile) => tile.getBoundingClientRect().top > 100 && tile.getBoundingClientRect().top < 600)
      .map((tile) => [tile.querySelector('a')?.dataset['reading'], tile.getBoundingClientRect().top])
  await expect.poll(() => tops().map(([id]) => id)).not.toContain(undefined)
  await expect.poll(() => tops().length).toBeGreaterThan(3)
  const before = await settled(tops)
  const height = document.documentElement.scrollHeight

  const gone = all.map((reading, index) => (index > 50 && index < 1000 ? undefined : reading))
  list(gone)
  await expect.poll(tops).toEqual(before.map(([, top]) => [undefined, top]))
  expect(document.documentElement.scrollHeight).toBe(height)
  list(all)
  await expect.poll(tops).toEqual(before)
  expect(document.documentElement.scrollHeight).toBe(height)
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
  await expect.poll(() => tilesInRow(0).length).toBeGreaterThan(2)
  await keepDistance(12)

  // Larger text also takes room outside the list.
  document.documentElement.style.fontSize = '200%'
  document.body.style.width = '760px'
  onTestFinished(() => {
    for (const { style } of [document.documentElement, document.body]) style.cssText = ''
  })
  await expect.poll(() => tilesInRow(0).length).toBe(1)
  await keepDistance(24)
})

test('rows keep their distance also where somebody scrolls before the list is laid out', async () => {
  document.documentElement.style.fontSize = '200%'
  document.body.style.minHeight = '40000px'
  window.scrollTo(0, 12_000)
  const scrolling = setInterval(() => window.scrollBy(0, 1), 5)
  onTestFinished(() => {
    clearInterval(scrolling)
    for (const { style } of [document.documentElement, document.body]) style.cssText = ''
  })
  await showGrid(readingsUpTo(400), true, vi.fn())
  await expect.poll(drawn).toBeGreaterThan(5)
  clearInterval(scrolling)
  await keepDistance(16)
})

test('a list is found where it was left, and another on the same address begins at its top', async () => {
  history.replaceState({ __TSR_key: 'tabs' }, '')
  onTestFinished(() => history.replaceState(null, ''))
  const all = readingsUpTo(400)
  const open = async (label: string) => {
    const screen = await showGrid(all, true, vi.fn(), true, label)
    await expect.poll(drawn).toBeGreaterThan(0)
    return screen
  }
  const middle = () =>
    Number(document.elementFromPoint(195, 422)?.closest<HTMLElement>('[data-reading]')?.dataset['reading'])
  const left = await open('点検データ')
  window.scrollTo(0, 20_000)
  await expect.poll(middle).toBeLessThan(300)
  const before = await settled(middle)
  await left.unmount()
  const other = await open('異常データ')
  await expect.poll(middle).toBeGreaterThan(390)
  await other.unmount()
  await open('点検データ')
  await expect.poll(() => Math.abs(middle() - before)).toBeLessThan(5)
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

  test('marks a time that nobody has confirmed', async () => {
    const [unconfirmed, sure] = await tilesOf({ reasons: ['unconfirmed time'] }, {})
    expect(unconfirmed?.textContent).toContain('時刻不明')
    expect(unconfirmed?.textContent).not.toContain('要確認')
    expect(sure?.textContent).not.toContain('時刻不明')
    const ground = (tile: Element | undefined) => tile && getComputedStyle(tile).backgroundColor
    expect(ground(unconfirmed)).not.toBe(ground(sure))
  })

  test('says that its value was corrected, where another one was read, reported or typed', async () => {
    const [read, reported, analog, retyped, failed, unread, typed, accepted] = await tilesOf(
      { value_source: 'corrected', value: 0.5 },
      { value_source: 'corrected', value: 0.5, read_value: null, device_value: 0.42 },
      { value_source: 'corrected', read_value: null, source: 'analog' },
      { value_source: 'corrected', read_value: null, source: 'entry', read_state: null },
      { value_source: 'corrected', read_value: null },
      { value_source: 'corrected', read_value: null, source: 'entry', image: '/pictures/6' },
      { value_source: 'entered', read_value: null, source: 'entry' },
      { value_source: 'accepted' },
    )
    for (const tile of [read, reported, analog, retyped]) expect(tile?.textContent).toContain('修正済')
    for (const tile of [failed, unread, typed, accepted]) expect(tile?.textContent).not.toContain('修正済')
  })

  test('of an abnormal value that is unsure says both', async () => {
    const [tile] = await tilesOf({ confidence: 0.8, is_abnormal: true })
    expect(tile?.textContent).toMatch(/異常.*要確認/)
  })

  for (const { shape, narrow, width } of [
    { shape: 'card', narrow: true, width: 390 },
    { shape: 'tile', narrow: false, width: 820 },
  ])
    test(`grows with the text that a person has set, and cuts none of it off (as a ${shape})`, async () => {
      await page.viewport(width, 844)
      onTestFinished(() => page.viewport(390, 844))
      onTestFinished(() => void document.documentElement.removeAttribute('style'))
      const name = '第二プラント東棟地下ポンプ室 冷却水循環ポンプ三号機 吐出側圧力計 予備系統'
      const { meter } = aReading()
      const reading = aReading({
        value: 12_345_678,
        is_abnormal: true,
        created_at: '2024-12-31T12:34:00Z',
        meter: { ...meter, name },
      })
      const screen = await showGrid([reading], false, vi.fn(), narrow)
      const tile = screen.getByRole('link')
      await expect.element(tile).toBeVisible()
      // What is for screen readers only is clipped to one pixel.
      const texts = () =>
        [...tile.element().querySelectorAll<HTMLElement>('span, time')].filter(
          ({ childNodes, parentElement }) =>
            childNodes.length === 1 &&
            childNodes[0]?.nodeType === Node.TEXT_NODE &&
            parentElement?.clientWidth !== 1,
        )
      const sizes = () => texts().map((text) => Number.parseFloat(getComputedStyle(text).fontSize))
      const usual = sizes()
      expect(usual.length).toBeGreaterThan(2)
      document.documentElement.style.fontSize = '200%'
      await expect
        .poll(() => Math.min(...sizes().map((size, index) => size / (usual[index] ?? size))))
        .toBeGreaterThan(1.9)
      const named = texts().find(({ textContent }) => textContent === name)
      expect(named?.scrollHeight).toBe(named?.clientHeight)
      const bounds = tile.element().getBoundingClientRect()
      for (const text of texts()) {
        const { left, right, bottom } = text.getBoundingClientRect()
        expect(left).toBeGreaterThanOrEqual(bounds.left)
        expect(right).toBeLessThanOrEqual(bounds.right)
        expect(bottom).toBeLessThanOrEqual(bounds.bottom)
      }
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

test('the tile of a typed value says so', async () => {
  const readings = [aReading({ id: 1 }), aReading({ id: 2, source: 'entry', value_source: 'entered' })]
  const screen = await showGrid(readings, false, vi.fn())
  await expect.element(screen.getByRole('link').nth(1)).toMatchTextContent(/手入力/)
  await expect.element(screen.getByRole('link').first()).not.toMatchTextContent(/手入力/)
})
