// Covers docs/requirements.md: 520

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dataVersion } from './data-version.ts'

test('lists that a phone keeps outlive an update that changes only screens (requirement 30)', () => {
  const root = mkdtempSync(join(tmpdir(), 'kenshin-data-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (file: string, text: string) => {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), text)
    return dataVersion(root)
  }
  write('contract/meters.ts', 'name')
  const first = write('src/lib/queries/meters.ts', 'list')
  expect(write('src/features/meters/MetersScreen.tsx', 'another colour')).toBe(first)
  expect(write('contract/meters.test.ts', 'another test')).toBe(first)
  expect(write('contract/meters.ts', 'name, place')).not.toBe(first)
  expect(write('contract/meters.ts', 'name')).toBe(first)
  expect(write('src/lib/queries/meters.ts', 'another list')).not.toBe(first)
})
