// Covers docs/requirements.md: 306

import { globSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundle } from '../../tests/support/browser/bundle.ts'

const KILOBYTE = 1000

test('all weights together are at most 400 kB', () => {
  const files = globSync('*.bin', { cwd: new URL('../models', import.meta.url) })
  const sizes = files.map((name) => statSync(new URL(`../models/${name}`, import.meta.url)).size)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400 * KILOBYTE)
})

test('the console’s notices name every source of the weights at its commit', () => {
  const notices = readFileSync(new URL('../../public/licenses.txt', import.meta.url), 'utf8')
  const folder = new URL('../models/', import.meta.url)
  const sources = globSync('*.md', { cwd: folder }).flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(
      /\]\((https:\/\/github\.com\S+)\), ([0-9a-f]{12})/g,
    ),
  ])
  expect(sources.length).toBeGreaterThan(0)
  for (const [, address, commit] of sources) expect(notices).toContain(`${address} (commit ${commit})`)
})

test('the reader’s code as a phone fetches it is at most 40 kB', async () => {
  const code = await bundle(new URL('reader.worker.ts', import.meta.url))
  // Otherwise the next line would measure nothing.
  expect(code.length).toBeGreaterThan(20 * KILOBYTE)
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(40 * KILOBYTE)
  expect(gzipSync(code).length).toBeLessThanOrEqual(40 * KILOBYTE)
})
