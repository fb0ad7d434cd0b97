// Covers docs/requirements.md: 315, 466

import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nothingKnown } from '../../reader/node/index.ts'
import { createPictureWorkers } from './picture-workers.ts'

afterEach(() => vi.useRealTimers())

const request = { owner: 1 }
/** How many processes of this one live. */
const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()

it('works on as many small pictures as there are processes, and on a large one alone', async () => {
  const small = await picture(800, 600)
  const large = await picture(6000, 5000)
  for (const [bytes, expected] of [
    [small, 2],
    [large, 1],
  ] as const) {
    const workers = createPictureWorkers({ processes: 2 })
    const made = await Promise.all([1, 2].map(() => workers.thumbnail(request, async () => bytes, 480)))
    // A process is started only for a picture that the ones before it have no room for, and stays a while.
    expect(processes()).toBe(expected)
    expect(made.every((thumbnail) => thumbnail !== null)).toBe(true)
    await workers.close()
  }
})

it('gives the memory back that pictures took: its processes end when there was nothing to do for half a minute', async () => {
  const workers = createPictureWorkers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await workers.thumbnail(request, () => picture(800, 600), 480)
  expect(processes()).toBe(1)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(processes()).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  await expect.poll(processes).toBe(0)
  // The next picture finds new ones.
  expect(await workers.thumbnail(request, () => picture(800, 600), 480)).not.toBeNull()
  await workers.close()
})

describe('the time limit of a picture', () => {
  const timeLimit = 60_000
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  it('does not include its waiting for a process', async () => {
    const workers = createPictureWorkers({ processes: 1, timeLimit })
    const small = await picture(800, 600)
    const held = Promise.withResolvers<Buffer>()
    const first = workers.thumbnail(request, () => held.promise, 480)
    const waiting = workers.thumbnail(request, async () => small, 480)
    await vi.advanceTimersByTimeAsync(timeLimit)
    held.resolve(small)
    expect(await Promise.all([first, waiting])).not.toContain(null)
    vi.useRealTimers()
    await workers.close()
  })

  it('ends work that takes longer', async () => {
    const workers = createPictureWorkers({ processes: 1, timeLimit })
    const work = workers.read(request, () => picture(3000, 2000), nothingKnown(99), {})
    const ended = expect(work).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(timeLimit)
    vi.useRealTimers()
    await ended
    await workers.close()
  })
})

it('takes turns between organizations: the picture of one is not behind all of the other’s', async () => {
  const workers = createPictureWorkers({ processes: 1 })
  const small = await picture(800, 600)
  const made: number[] = []
  const make = async (owner: number) => {
    await workers.thumbnail({ owner }, async () => small, 480)
    made.push(owner)
  }
  await Promise.all([make(1), make(1), make(1), make(1), make(2)])
  expect(made.indexOf(2)).toBeLessThan(3)
  await workers.close()
})

it('lets a call that waits too long for a worker go away, and makes the others', async () => {
  const workers = createPictureWorkers({ processes: 1 })
  const small = await picture(800, 600)
  const held = Promise.withResolvers<Buffer>()
  const first = workers.thumbnail(request, () => held.promise, 480)
  const waiting = workers.thumbnail({ ...request, timeout: 1 }, async () => small, 480)
  await expect(waiting).rejects.toMatchObject({ name: 'LimitReachedError' })
  held.resolve(small)
  expect(await first).not.toBeNull()
  await workers.close()
})

it('ends the process of a picture that nobody waits for any more, and works on the next one', async () => {
  const workers = createPictureWorkers({ processes: 1 })
  const gone = new AbortController()
  const source = () => picture(800, 600)
  const read = workers.read({ owner: 1, signal: gone.signal }, source, nothingKnown(99), {})
  const ended = expect(read).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(processes, { interval: 5 }).toBe(1)
  gone.abort()
  await ended
  await expect.poll(processes).toBe(0)
  expect(await workers.thumbnail(request, source, 480)).not.toBeNull()
  await workers.close()
})
