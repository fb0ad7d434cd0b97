import { createHash, createHmac } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartError } from '../env.ts'

/** What a backup folder holds besides the tables and pictures. */
export const names = {
  manifest: 'manifest.json',
  secrets: 'secrets.json',
  tables: 'tables',
  pictures: 'pictures',
  /** One line a file in `pictures`: SHA-256, length and path. */
  listing: 'pictures.txt',
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** `when` of the last migration in its journal. */
  migration: count,
  /** Of the secret that tokens, keys and picture addresses depend on. */
  secret: hash,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256: hash })),
  /** The last number given out. */
  sequences: z.record(z.string(), z.string()),
  pictures: z.object({ files: count, bytes: count, sha256: hash }),
  /** Originals that the database names and storage had lost before. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

export function readManifest(folder: string): Manifest {
  const path = join(folder, names.manifest)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartError(`バックアップではありません: ${folder}\n(${path} cannot be read)`, { cause })
  }
  const manifest = manifestSchema.safeParse(content)
  if (manifest.success) return manifest.data
  throw damaged(path)
}

export const damaged = (path: string) =>
  new StartError(`バックアップが壊れています: ${path}\n(the backup is damaged there)`)

export async function sha256OfFile(path: string): Promise<string> {
  const hasher = createHash('sha256')
  await pipeline(createReadStream(path), hasher)
  return hasher.digest('hex')
}

/** Tells two secrets apart and gives neither away. */
export const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('kenshin/backup').digest('hex')
