import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { standardise } from '../core/needle-estimate.ts'
import { loadModels } from '../node/models.ts'

const { needles } = await loadModels()

const file = (name: string) => readFile(new URL(name, import.meta.url))

interface Sample {
  /** RGB bytes in base64, ring by ring. */
  places: string
  /** From PyTorch: of each direction, then of «no needle» by direction. */
  probabilities: number[]
}

test('the needle network answers as it did in PyTorch, but for the rounding of its weights', async () => {
  const samples: Sample[] = JSON.parse((await file('needles.samples.json')).toString())
  expect(samples).not.toEqual([])
  for (const { places, probabilities } of samples) {
    const bytes = Buffer.from(places, 'base64')
    const answer = needles.run(
      standardise(Float32Array.from(bytes), new Uint8Array(bytes.length / 3).fill(1)),
    )
    const furthest = Math.max(...probabilities.map((one, at) => Math.abs(one - (answer[at] ?? 0))))
    expect(furthest).toBeLessThan(0.03)
  }
})

test('the card of the needle network gives the hash and the size of its file', async () => {
  const weights = await file('needles.bin')
  const card = (await file('needles.md')).toString()
  expect(card).toContain(createHash('sha256').update(weights).digest('hex'))
  expect(card).toContain(`${weights.length.toLocaleString('en')} bytes`)
})
