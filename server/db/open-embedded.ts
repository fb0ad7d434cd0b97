import type { Disposers } from '../close-all.ts'
import { loadSecrets } from '../secrets.ts'
import { startEmbedded } from './embedded.ts'

/**
 * Starts the embedded PostgreSQL of a command and returns its URL. Closing `opened` stops it, also while it is starting.
 * The caller holds the folder's lock.
 */
export async function openEmbedded(opened: Disposers, dataDir: string): Promise<string> {
  const cancel = new AbortController()
  const starting = startEmbedded(dataDir, loadSecrets(dataDir).database_password, {}, cancel.signal)
  opened.push({
    name: 'database',
    async close() {
      cancel.abort()
      const database = await starting.catch(() => null)
      await database?.stop()
    },
  })
  return (await starting).url
}
