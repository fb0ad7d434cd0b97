import { join } from 'node:path'
import type { Env } from '../env.ts'
import { fileStorage } from './files.ts'
import type { Storage } from './storage.ts'

/** Where pictures are kept, by the settings. */
export function openStorage(env: Env): Storage {
  return fileStorage(join(env.DATA_DIR, 'pictures'))
}
