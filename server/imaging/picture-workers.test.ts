import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { createPictureWorkers } from './picture-workers.ts'

afterEach(() => vi.useRealTimers())

const request = { owner: 1 }
/** How many processes of this one live. */
const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()

/** Asks for a small one of each, and says how many processes are at work once all may have begun. */
async function begin(workers: ReturnType<typeof createPictureWorkers>, pictures: readonly Buffer[]) {
  const asked = pictures.map((bytes) => workers.thumbnail(request, async () => bytes, 480))
  // As long as looking at the heads takes, and once more.
  for (let time = 0; time < 2; time++) await Promise.all(pictures.map((bytes) => sharp(bytes).metadata()))
  await setImmediate()
  return { asked, busy: processes() }
}

it('works on as many small pictures as there are processes, and on a large one alone', async () => {
  const small = await picture(800, 600)
  const large = await picture(6000, 5000)
  for (const [pictures, expected] of [
    [[small, small], 2],
    [[large, large], 1],
  ] as const) {
    const workers = createPictureWorkers({ processes: 2 })
    const { asked, busy } = await begin(workers, pictures)
    expect(busy).toBe(expected)
    const made = await Promise.all(asked)
    expect(made.every((thumbnail) => thumbnail !== null)).toBe(true)
    await workers.close()
  }
})

it('gives the memory back that pictures took: its processes end when there was nothing to do for half a minute', async () => {
  const workers = createPictureWorkers()
  const { asked } = await begin(workers, [await picture(800, 600)])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await Promise.all(asked)
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

it('counts the time of a picture from its own start, not from when it was asked for', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = await sharp({
    create: { width: 3000, height: 2000, channels: 3, background: '#888', noise },
  })
    .jpeg()
    .toBuffer()
  const source = async () => picture
  const usual = createPictureWorkers()
  const started = performance.now()
  await usual.thumbnail(request, source, 480)
  const began = performance.now()
  await usual.thumbnail(request, source, 480)
  const one = performance.now() - began
  await usual.close()

  // Long enough for a process to start; all together take longer.
  const limit = Math.ceil(2 * (began - started) + one * 10)
  const limited = createPictureWorkers({ timeLimit: limit })
  const many = Math.ceil((availableParallelism() * limit * 1.3) / one)
  const made = await Promise.all(Array.from({ length: many }, () => limited.thumbnail(request, source, 480)))
  await limited.close()
  expect(made.every((thumbnail) => thumbnail !== null)).toBe(true)
}, 120_000)

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
