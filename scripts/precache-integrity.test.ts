// Covers docs/requirements.md: 520

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withIntegrity } from './precache-integrity.ts'

test('what the service worker keeps is named with the hash of its content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-integrity-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  const entry = { url: 'index.html', revision: 'abc', size: 15 }
  const hash = createHash('sha256').update('<!doctype html>').digest('base64')
  expect(withIntegrity(folder)([entry])).toEqual({
    manifest: [{ ...entry, integrity: `sha256-${hash}` }],
    warnings: [],
  })
})
