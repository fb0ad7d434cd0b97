import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type PictureVariant, pictureVariants } from '../../contract/pictures.ts'
import { backupLock } from '../db/backup-lock.ts'
import { StartError } from '../env.ts'
import { fileStorage, picturePath, syncFolder } from '../storage/files.ts'
import type { PictureKey, Storage } from '../storage/storage.ts'
import { type EarlierPictures, openEarlierPictures } from './earlier-pictures.ts'
import { fingerprintOf, type Manifest, names, sha256OfFile } from './manifest.ts'
import { findSequences, writeTables } from './tables.ts'

export interface Source {
  databaseUrl: string
  storage: Storage
  dataDir: string
  /** Of `secrets.json`, or SECRET_KEY. */
  secret: string
}

const packageFile = new URL('../../package.json', import.meta.url)

/**
 * Writes the database and its pictures as of one moment into a new folder, while servers continue to run. Pictures never
 * change and are stored before a row names them, so everything that the snapshot names exists. Files that the backup in
 * `earlier` holds become hard links to it. The job queue is left out, because a restore derives it again.
 */
export async function backUp(
  source: Source,
  folder: string,
  earlier: string | null = null,
): Promise<Manifest> {
  if (existsSync(folder)) {
    throw new StartError(
      `既にあります。新しい名前を指定してください: ${folder}\n(the folder exists; name a new one)`,
    )
  }
  const earlierPictures = earlier === null ? null : await openEarlierPictures(earlier)
  const unfinished = `${folder}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(join(unfinished, names.tables), { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: source.databaseUrl, application_name: 'kenshin-backup' })
  await client.connect()
  try {
    // Until the connection ends: what the snapshot names is not removed meanwhile.
    await client.query('select pg_advisory_lock($1)', [backupLock])
    const wanted = join(unfinished, 'wanted')
    const database = await writeDatabase(client, unfinished, wanted)
    const copied = await copyPictures(source.storage, wanted, unfinished, earlierPictures)
    await rm(wanted)
    const secrets = readFileSync(join(source.dataDir, 'secrets.json'))
    await writeFile(join(unfinished, names.secrets), secrets, { mode: 0o600, flush: true })
    const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'))
    const manifest: Manifest = {
      format: 1,
      version,
      secret: fingerprintOf(source.secret),
      ...database,
      ...copied,
    }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await writeFile(join(unfinished, names.manifest), text, { mode: 0o600, flush: true })
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return manifest
  } finally {
    await client.end()
  }
}

async function writeDatabase(client: pg.Client, folder: string, wanted: string) {
  await client.query("set timezone = 'UTC'; set datestyle = 'ISO'")
  await client.query('begin isolation level repeatable read, read only')
  const { rows } = await client.query<{ at: Date; postgres: string; migration: string }>(
    `select now() as at, current_setting('server_version') as postgres,
      (select max(created_at)::text from drizzle.__drizzle_migrations) as migration`,
  )
  const [state] = rows
  if (state === undefined) throw new Error('no answer of the database')
  const tables = await writeTables(client, folder)
  const pictures = copyTo(
    `copy (select organization_id, sha256, original_deleted_at is null from pictures order by 1, 2) to stdout`,
  )
  await pipeline(client.query(pictures), createWriteStream(wanted, { mode: 0o600 }))
  await client.query('commit')
  const { at, postgres, migration } = state
  return {
    takenAt: at.toISOString(),
    postgres,
    migration: Number(migration),
    tables,
    sequences: await findSequences(client),
  }
}

/** Copies each picture that a line of `wanted` names, with what was derived from it so far. */
async function copyPictures(
  storage: Storage,
  wanted: string,
  folder: string,
  earlier: EarlierPictures | null,
): Promise<Pick<Manifest, 'pictures' | 'missing'>> {
  const pictures = join(folder, names.pictures)
  const target = fileStorage(pictures)
  const listing = await open(join(folder, names.listing), 'w', 0o600)
  const missing: string[] = []
  let files = 0
  let total = 0
  const copy = async (key: PictureKey): Promise<boolean> => {
    const bytes = await storage.get(key)
    const sha256 = bytes && createHash('sha256').update(bytes).digest('hex')
    if (bytes === null || (key.variant === 'original' && sha256 !== key.sha256)) return false
    await target.put(key, bytes)
    await list(`${sha256} ${bytes.length} ${picturePath(key)}`, bytes.length)
    return true
  }
  const linkedFolders = new Set<string>()
  const linkFile = async (from: string, to: string): Promise<boolean> => {
    await mkdir(dirname(to), { recursive: true })
    try {
      await link(from, to)
    } catch {
      // The earlier backup may be on another volume, or on one without hard links.
      return false
    }
    linkedFolders.add(dirname(to))
    return true
  }
  const list = async (line: string, bytes: number) => {
    await listing.write(`${line}\n`)
    files += 1
    total += bytes
  }
  try {
    for await (const line of createInterface({ input: createReadStream(wanted) })) {
      const [organization, sha256 = '', hasOriginal] = line.split('\t')
      const key = (variant: PictureVariant) => ({ organizationId: Number(organization), sha256, variant })
      const known = await earlier?.filesOf(key('original'))
      for (const variant of pictureVariants) {
        const isOriginal = variant === 'original'
        const path = picturePath(key(variant))
        const file = isOriginal && hasOriginal !== 't' ? undefined : known?.get(path)
        if (earlier && file && (await linkFile(join(earlier.folder, path), join(pictures, path)))) {
          await list(file.line, file.bytes)
        } else if (!(await copy(key(variant))) && isOriginal && hasOriginal === 't') missing.push(path)
      }
    }
    for (const linked of linkedFolders) await syncFolder(linked)
    await listing.sync()
  } finally {
    await listing.close()
  }
  const sha256 = await sha256OfFile(join(folder, names.listing))
  return { pictures: { files, bytes: total, sha256 }, missing }
}
