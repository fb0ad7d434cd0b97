import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { anAccount } from '../../../tests/support/account.ts'
import { aReading } from '../../../tests/support/readings.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { accountQuery } from '../../lib/queries/account.ts'
import { InspectionData } from './InspectionData.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

/** 点検データ of one reading, in a window of this width. */
async function open(width: number) {
  await page.viewport(width, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const data = pathname.endsWith('/meters-values') ? [aReading({ id: 7 })] : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(
    client,
    <InspectionData search={{}} onSearch={vi.fn()} onChosen={vi.fn()} />,
  )
  await expect.poll(() => document.querySelector('a[data-reading="7"]')).not.toBeNull()
  const tile = document.querySelector('a[data-reading="7"]')
  const size = (element: Element | null | undefined) => {
    const { width: wide = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return { width: Math.round(wide), height: Math.round(height) }
  }
  return {
    slider: screen.getByRole('slider', { name: 'タイルの大きさ' }),
    tile: () => size(tile),
    picture: () => size(tile?.firstElementChild),
  }
}

test.each([
  [null, 165],
  [0, 55],
  [50, 165],
  [100, 330],
])('where %o is remembered a picture is %i px high, and its tile 60 px wider', async (step, height) => {
  if (step !== null) localStorage.setItem('homeItemSize', `${step}`)
  const { tile, picture } = await open(1440)
  expect(picture().height).toBe(height)
  expect(tile().width).toBe(height + 60)
})

test('the slider goes from 0 to 100', async () => {
  const { slider } = await open(1440)
  await expect.element(slider).toHaveAttribute('aria-valuemin', '0')
  await expect.element(slider).toHaveAttribute('aria-valuemax', '100')
  await expect.element(slider).toHaveAttribute('aria-valuenow', '50')
})

test('from 576 px on there is the slider', async () => {
  const { slider } = await open(576)
  await expect.element(slider).toBeVisible()
})

test('below 576 px there is no slider, and the remembered size waits for a wide screen', async () => {
  localStorage.setItem('homeItemSize', '80')
  const { slider, tile, picture } = await open(575)
  await expect.element(slider).not.toBeInTheDocument()
  expect(tile().width).toBeGreaterThan(500)
  expect(picture().width).toBe(132)
  expect(localStorage.getItem('homeItemSize')).toBe('80')
})
