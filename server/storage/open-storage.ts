import { join } from 'node:path'
import type { Disposers } from '../close-all.ts'
import type { Env } from '../env.ts'
import { fileStorage } from './files.ts'
import type { Storage } from './storage.ts'

/**
 * Where pictures are kept, by the settings. Rejects with a StartError where that cannot be reached; what is to be closed
 * is added to `opened`.
 */
export async function openStorage(env: Env, opened: Disposers): Promise<Storage> {
  if (env.S3_BUCKET === undefined) return fileStorage(join(env.DATA_DIR, 'pictures'))
  // Its client is loaded by those only who use it.
  const { s3Storage } = await import('./s3.ts')
  const { storage, close } = await s3Storage({ ...env, S3_BUCKET: env.S3_BUCKET })
  opened.push({ name: 'picture storage', close })
  return storage
}
