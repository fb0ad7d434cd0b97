// Covers docs/requirements.md: 513

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEarlier, restoreEarlier } from './keep-assets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kenshin-assets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Empties the folder as vite does, and writes these assets. */
async function build(...names: string[]): Promise<string[]> {
  const earlier = await readEarlier(folder)
  const assets = join(folder, 'assets')
  rmSync(assets, { recursive: true, force: true })
  rmSync(join(folder, '.builds.json'), { force: true })
  mkdirSync(assets)
  for (const name of names) writeFileSync(join(assets, name), name)
  await restoreEarlier(folder, earlier)
  return readdirSync(assets).sort()
}

test('requirement 31: the assets of the last three builds stay, and older ones go', async () => {
  expect(await build('one.js', 'shared.js')).toEqual(['one.js', 'shared.js'])
  expect(await build('two.js', 'shared.js')).toEqual(['one.js', 'shared.js', 'two.js'])
  expect(await build('three.js')).toEqual(['one.js', 'shared.js', 'three.js', 'two.js'])
  expect(await build('four.js')).toEqual(['four.js', 'shared.js', 'three.js', 'two.js'])
  expect(await build('five.js')).toEqual(['five.js', 'four.js', 'three.js'])
})
