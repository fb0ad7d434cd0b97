import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Entry {
  url: string
  revision: string | null
  size: number
}

/**
 * Names each file that the service worker keeps with the hash of its content: behind a captive portal, whose page
 * comes with status 200 for every address, a new version is not installed instead of being broken.
 */
export const withIntegrity =
  (folder: string) =>
  (entries: Entry[]): { manifest: (Entry & { integrity: string })[]; warnings: string[] } => ({
    manifest: entries.map((entry) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, entry.url)))
        .digest('base64')
      return { ...entry, integrity: `sha256-${hash}` }
    }),
    warnings: [],
  })
