import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createPictureWorkers } from './picture-workers.ts'

it('counts the time of a picture from its own turn, not from when it was asked for', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = await sharp({
    create: { width: 3000, height: 2000, channels: 3, background: '#888', noise },
  })
    .jpeg()
    .toBuffer()
  const source = async () => picture
  const usual = createPictureWorkers()
  const started = performance.now()
  await usual.thumbnail(source, 480)
  const began = performance.now()
  await usual.thumbnail(source, 480)
  const one = performance.now() - began
  await usual.close()

  // Long enough for a process to start; all together take longer.
  const limit = Math.ceil(2 * (began - started) + one * 10)
  const limited = createPictureWorkers(limit)
  const many = Math.ceil((availableParallelism() * limit * 1.3) / one)
  const made = await Promise.all(Array.from({ length: many }, () => limited.thumbnail(source, 480)))
  await limited.close()
  expect(made.every((thumbnail) => thumbnail !== null)).toBe(true)
}, 120_000)
