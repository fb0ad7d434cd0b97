// Covers docs/requirements.md: 527, 590

import { expect, test, vi } from 'vitest'
import { cases } from '../../tests/fixtures/reader/cases.ts'
import { type Hint, watchHints } from './index.ts'

const pictures = {
  gauge: new URL('../../tests/fixtures/reader/round.jpg', import.meta.url).href,
  counter: new URL('../../tests/fixtures/reader/counter.jpg', import.meta.url).href,
}
const bytesOf = async (address: string) => (await fetch(address)).arrayBuffer()
const settings = cases.find(({ file }) => file === 'round.jpg')?.settings

test('the worker tells what would spoil the photograph, frame by frame', async () => {
  if (!settings) throw new Error('no settings')
  const seen: (Hint | null)[] = []
  let shown: keyof typeof pictures = 'gauge'
  const stop = watchHints(
    async () =>
      createImageBitmap(new Blob([await bytesOf(pictures[shown])]), {
        resizeWidth: 320,
        resizeQuality: 'low',
      }),
    settings,
    { bytes: await bytesOf(pictures.gauge), mime: 'image/jpeg' },
    (hint) => seen.push(hint),
  )
  await expect.poll(() => seen.length).toBeGreaterThan(4)
  expect(new Set(seen)).toEqual(new Set([null]))
  shown = 'counter'
  await expect.poll(() => seen.at(-1)).toBe('other meter')
  stop()
})

test('the worker ends before the page is left', () => {
  if (!settings) throw new Error('no settings')
  const terminate = vi.spyOn(Worker.prototype, 'terminate')
  watchHints(
    () => Promise.reject(new Error('no frame')),
    settings,
    null,
    () => {},
  )
  window.dispatchEvent(new Event('pagehide'))
  expect(terminate).toHaveBeenCalledTimes(1)
  terminate.mockRestore()
})
