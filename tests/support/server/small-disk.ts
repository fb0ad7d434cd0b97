import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { MeasureDisk } from '../../../server/storage/disk-space.ts'

/** A disk of 32 MB for the pictures of a test. */
export interface SmallDisk {
  measure: MeasureDisk
  /** From now on the pictures of this data folder are on the small disk. */
  mount: (dataDir: string) => void
  /** Fills the disk until this many bytes are free. */
  leave: (free: number) => void
  /** False where this user may not mount a file system: then only the measurement is replaced. */
  isReal: () => boolean
  close: () => void
}

const size = 32_000_000
const block = 4096

/** A file system in memory. */
export function smallDisk(): SmallDisk {
  let folder: string | null = null
  let pretended: number | null = null
  const filler = () => join(folder ?? '', 'filler')
  return {
    measure: async (path) =>
      pretended === null
        ? statfs(path)
        : { bsize: block, blocks: Math.floor(size / block), bavail: Math.floor(pretended / block) },
    mount(dataDir) {
      const path = join(dataDir, 'pictures')
      mkdirSync(path, { recursive: true })
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
        folder = path
      } catch {
        pretended = size
      }
    },
    leave(free) {
      if (folder === null) {
        pretended = free
        return
      }
      rmSync(filler(), { force: true })
      const { bsize, bavail } = statfsSync(folder)
      writeFileSync(filler(), Buffer.alloc(Math.max(0, bavail * bsize - free)))
    },
    isReal: () => folder !== null,
    close() {
      if (folder !== null) execFileSync('umount', [folder])
      folder = null
    },
  }
}
