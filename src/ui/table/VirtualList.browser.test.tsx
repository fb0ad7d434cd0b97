import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { DataList } from './DataList.tsx'

const records = Array.from({ length: 5000 }, (_, index) => ({ id: index + 1, name: `計器 ${index + 1}` }))

afterEach(() => history.replaceState(null, ''))

const listed = {
  page: 1,
  outdated: false,
  fetchedAt: 0,
  error: null,
  refresh: async () => null,
  loadAll: async () => null,
}

const showList = (
  onViewport: (first: number, last: number) => void,
  shown: readonly (typeof records)[number][] | (undefined | (typeof records)[number])[] = records,
  opened = -1,
) =>
  show(
    <DataList
      label="長い一覧"
      storeKey="test"
      columns={[{ key: 'name', title: '名前', cell: ({ name }) => name }]}
      card={({ name }) => <span>{name}</span>}
      listed={{ ...listed, rows: shown, count: shown.length, onViewport }}
      search={{ limit: 'all' }}
      onSearch={vi.fn()}
      isOpened={({ id }) => id === opened}
      empty={{ nothing: '', narrowed: '' }}
    />,
  )

test('five thousand rows are a table that draws only what is near the viewport and tells which these are', async () => {
  await page.viewport(1000, 800)
  const onViewport = vi.fn()
  const screen = await showList(onViewport)
  await expect.element(screen.getByText('計器 1', { exact: true })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('tbody tr:not([aria-hidden])').length).toBeLessThan(80)
  expect(Math.max(...onViewport.mock.calls.map(([, last]) => last))).toBeLessThan(80)
  const viewport = document.querySelector('table')?.closest('[data-scrollbars], .mantine-ScrollArea-viewport')
  expect(viewport?.scrollHeight).toBeGreaterThan(5000 * 20)
  viewport?.scrollTo(0, viewport.scrollHeight)
  await expect.element(screen.getByText('計器 5000', { exact: true })).toBeVisible()
  await expect.poll(() => onViewport.mock.calls.at(-1)?.[1]).toBe(4999)
})

test('the same on a phone are cards, which the first paint shows', async () => {
  await page.viewport(390, 844)
  const onViewport = vi.fn()
  const frame = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const screen = await showList(onViewport)
  expect(document.querySelectorAll('li').length).toBeGreaterThan(5)
  frame.mockRestore()
  await expect.element(screen.getByText('計器 1', { exact: true })).toBeVisible()
  expect(document.querySelectorAll('li').length).toBeLessThan(60)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(screen.getByText('計器 5000', { exact: true })).toBeVisible()
  await expect.poll(() => onViewport.mock.calls.at(-1)?.[1]).toBe(4999)
})

for (const { shape, width } of [
  { shape: 'table', width: 1000 },
  { shape: 'list of cards', width: 390 },
])
  test(`in a ${shape} rows that are not here keep their room, and the one that is looked at closely comes into sight`, async () => {
    await page.viewport(width, 800)
    const some = records.map((record, index) => (index >= 100 && index < 4900 ? undefined : record))
    const screen = await showList(vi.fn(), some)
    await expect.element(screen.getByText('計器 1', { exact: true })).toBeVisible()
    const scrolled = () =>
      width < 768
        ? document.documentElement
        : document.querySelector('table')?.closest('.mantine-ScrollArea-viewport')
    const height = scrolled()?.scrollHeight ?? 0
    scrolled()?.scrollTo(0, height / 2)
    await expect.poll(() => document.body.textContent).not.toContain('計器 1')
    expect(Math.abs((scrolled()?.scrollHeight ?? 0) - height)).toBeLessThan(height / 20)
    scrolled()?.scrollTo(0, height)
    await expect.element(screen.getByText('計器 5000', { exact: true })).toBeVisible()
    await screen.unmount()

    const opened = await showList(vi.fn(), records, 2501)
    await expect.element(opened.getByText('計器 2501', { exact: true })).toBeVisible()
  })

for (const { shape, width } of [
  { shape: 'table', width: 1000 },
  { shape: 'list of cards', width: 390 },
])
  test(`whoever comes back to a ${shape} finds it where it was left, however high its rows are, and nobody else does`, async () => {
    await page.viewport(width, 800)
    const high = records.map(({ id, name }) => ({ id, name: `${name}${' 長い名'.repeat(200)}` }))
    const scrolled = () =>
      width < 768
        ? document.documentElement
        : document.querySelector('table')?.closest('.mantine-ScrollArea-viewport')
    const middle = () =>
      Number(document.elementFromPoint(width / 2, 300)?.textContent?.match(/^計器 (\d+) 長い名/)?.[1])
    const open = async (entry: string) => {
      history.replaceState({ __TSR_key: `${shape} ${entry}` }, '')
      const onViewport = vi.fn()
      const screen = await showList(onViewport, high)
      await expect.poll(() => onViewport.mock.calls.length).toBeGreaterThan(0)
      return { screen, onViewport }
    }
    const { screen, onViewport: told } = await open('left')
    const scrollOn = () => {
      scrolled()?.scrollBy(0, 700)
      return middle()
    }
    await expect.poll(scrollOn, { interval: 20 }).toBeGreaterThan(60)
    const before = middle()
    const middleShown = () => told.mock.lastCall?.reduce((first, last) => (first + last) / 2) ?? 0
    await expect.poll(() => Math.abs(middleShown() - before)).toBeLessThan(3)
    await screen.unmount()

    const another = await open('another')
    await expect.poll(middle).toBeLessThan(10)
    await another.screen.unmount()
    const { onViewport } = await open('left')
    await expect.poll(() => Math.abs(middle() - before)).toBeLessThan(5)
    // Nothing else was requested on the way.
    const otherViewports = onViewport.mock.calls.filter(
      ([first, last]) => first > before + 5 || last < before - 5,
    )
    expect(otherViewports).toEqual([])
  })
