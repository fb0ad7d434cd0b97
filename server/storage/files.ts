import { randomUUID } from 'node:crypto'
import { glob, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PictureKey, Storage } from './storage.ts'

const partialSuffix = '.part'

/** `<organization>/<aa>/<sha256>`, variants with their name as a suffix. */
export function picturePath({ organizationId, sha256, variant }: PictureKey): string {
  const name = variant === 'original' ? sha256 : `${sha256}.${variant}`
  return `${organizationId}/${sha256.slice(0, 2)}/${name}`
}

/** Pictures as files of a folder, by `picturePath`. */
export function fileStorage(folder: string): Storage {
  const pathOf = (key: PictureKey) => join(folder, picturePath(key))

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const parent = dirname(path)
      await mkdir(parent, { recursive: true })
      if ((await sizeOf(path)) !== bytes.length) {
        const temporary = `${path}.${randomUUID()}${partialSuffix}`
        try {
          await writeDurably(temporary, bytes)
          await rename(temporary, path)
        } catch (error) {
          await rm(temporary, { force: true })
          throw error
        }
      } else {
        // As new, for `remove`.
        await utimes(path, new Date(), new Date())
      }
      // A name is durable only when its parent folders are; a file or folder found here may be an unfinished request’s.
      for (const holder of [parent, dirname(parent), folder, dirname(folder)]) await syncFolder(holder)
    },

    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async remove(key, before) {
      const path = pathOf(key)
      try {
        if ((await stat(path)).mtime >= before) return false
        await rm(path)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
      return true
    },
  }
}

/**
 * Removes unfinished files from before `since`, left by a killed process, and returns their number. Only this process
 * has written since then.
 */
export async function removePartialFiles(folder: string, since: Date): Promise<number> {
  let removed = 0
  for await (const name of glob(`*/*/*${partialSuffix}`, { cwd: folder })) {
    const path = join(folder, name)
    const begun = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (begun === null || begun.mtime >= since) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
