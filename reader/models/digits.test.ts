import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createNetwork } from '../core/network.ts'
import samples from './digits.samples.json' with { type: 'json' }

const weights = await readFile(new URL('digits.bin', import.meta.url))
const network = createNetwork(new Uint8Array(weights).buffer)

/** int8 weights against PyTorch's 32-bit floats. */
const TOLERANCE = 0.03
/** Grey levels, as in training (network.py). */
const FLOOR = 8

function normalized(grey: Uint8Array): Float32Array {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length
  const squares = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const spread = Math.sqrt(squares / (grey.length - 1)) + FLOOR
  return Float32Array.from(grey, (value) => (value - mean) / spread)
}

test.each(samples.map((sample, index) => ({ ...sample, index })))(
  'the digit network says of rendered digit $index what PyTorch says',
  ({ grey, probabilities }) => {
    const found = network.run(normalized(new Uint8Array(Buffer.from(grey, 'hex'))))
    expect(found).toHaveLength(probabilities.length)
    probabilities.forEach((probability, index) => {
      expect(Math.abs((found[index] ?? 0) - probability)).toBeLessThan(TOLERANCE)
    })
  },
)

test('the model card names the weights that are there', async () => {
  const card = await readFile(new URL('digits.md', import.meta.url), 'utf8')
  expect(card).toContain(createHash('sha256').update(weights).digest('hex'))
})
