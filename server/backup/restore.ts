import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { pictureVariants } from '../../contract/pictures.ts'
import { closeAll, type Disposers } from '../close-all.ts'
import { connect } from '../db/client.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { migrate, migrateThrough } from '../db/migrate.ts'
import { openEmbedded } from '../db/open-embedded.ts'
import { type Env, StartError } from '../env.ts'
import { endRestoredImports } from '../features/imports/index.ts'
import { requeueRejudging } from '../jobs/rejudge-meter.ts'
import { endRestoredResets } from '../jobs/reset-data.ts'
import type { Log } from '../log.ts'
import { createJobQueue } from '../queue/job-queue.ts'
import { enqueueUnread } from '../queue/recreate-read-queue.ts'
import { loadSecrets } from '../secrets.ts'
import { picturePath } from '../storage/files.ts'
import type { Storage } from '../storage/storage.ts'
import { damaged, fingerprintOf, type Manifest, names, readManifest, sha256OfFile } from './manifest.ts'
import { readTables } from './tables.ts'
import { unfinishedRestore } from './unfinished.ts'

interface Target {
  env: Env
  storage: Storage
  log: Log
  /** Puts what is there aside (files) or deletes it (a database of DATABASE_URL). */
  replace: boolean
}

/**
 * Brings a backup into a new data folder and an empty database, migrated to the backup's version, filled, and migrated
 * to ours. Whatever waits to be done is enqueued anew; what had been sent is not sent again. Closes `opened` at the end.
 */
export async function restore(
  { env, storage, log, replace }: Target,
  folder: string,
  opened: Disposers = [],
): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const { name, sha256 } of manifest.tables) {
    const path = join(folder, names.tables, `${name}.copy.gz`)
    if ((await sha256OfFile(path)) !== sha256) throw damaged(path)
  }
  const { secret } = loadSecrets(folder)
  if (fingerprintOf(env.SECRET_KEY ?? secret) !== manifest.secret) throw otherSecret
  try {
    mkdirSync(env.DATA_DIR, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    opened.push({ name: 'folder lock', close: lockFolder(env.DATA_DIR) })
    clearFolder(env.DATA_DIR, replace)
    const external = env.DATABASE_URL
    if (external !== undefined) await clearDatabase(external, replace)
    const marker = join(env.DATA_DIR, unfinishedRestore)
    writeFileSync(marker, '')
    const secretsFile = join(env.DATA_DIR, names.secrets)
    copyFileSync(join(folder, names.secrets), secretsFile)
    await chmod(secretsFile, 0o600)
    await readPictures(folder, manifest, storage)
    let url = external
    if (url === undefined) {
      url = await openEmbedded(opened, env.DATA_DIR)
    }
    await fillDatabase(url, env.DATABASE_APP_URL, folder, manifest)
    await enqueueWhatWaits(url, env.DATABASE_APP_URL, log)
    await rm(marker)
    return manifest
  } finally {
    await closeAll(opened)
  }
}

const otherSecret = new StartError(
  'SECRET_KEY がバックアップの時と異なります。同じ値を設定してください。\n' +
    '(tokens, API keys and picture addresses depend on it: set the SECRET_KEY that the server had)',
)

function clearFolder(dataDir: string, replace: boolean): void {
  const present = [names.secrets, 'postgres', 'pictures', 'first-sign-in.json', unfinishedRestore].filter(
    (name) => existsSync(join(dataDir, name)),
  )
  if (present.length === 0) return
  if (!replace) throw notEmpty(dataDir)
  const aside = join(dataDir, `before-restore-${Date.now()}`)
  mkdirSync(aside, { mode: 0o700 })
  for (const name of present) renameSync(join(dataDir, name), join(aside, name))
}

async function clearDatabase(url: string, replace: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_class where relkind in ('r', 'p', 'v') and relnamespace in
        (select oid from pg_namespace where nspname in ('public', 'drizzle', 'pgboss')) limit 1`,
    )
    if (rowCount === 0) return
    if (!replace) throw notEmpty(new URL(url).pathname.slice(1))
    await client.query(
      'drop schema if exists pgboss, drizzle cascade; drop schema public cascade; create schema public',
    )
  } finally {
    await client.end()
  }
}

const notEmpty = (target: string) =>
  new StartError(
    `空ではありません: ${target}\n新しい場所に戻すか、今のデータを置き換えるには -- --replace を付けてください。\n` +
      '(not empty: restore into a new folder or database, or add -- --replace to give up what is there)',
  )

async function readPictures(folder: string, { pictures }: Manifest, storage: Storage): Promise<void> {
  const listing = join(folder, names.listing)
  if ((await sha256OfFile(listing)) !== pictures.sha256) throw damaged(listing)
  for await (const line of createInterface({ input: createReadStream(listing) })) {
    const [expected, , path = ''] = line.split(' ')
    const [organization, , name = ''] = path.split('/')
    const [sha256 = '', suffix = 'original'] = name.split('.')
    const variant = pictureVariants.find((one) => one === suffix)
    const bytes = await readFile(join(folder, names.pictures, path))
    const key = { organizationId: Number(organization), sha256, variant: variant ?? 'original' }
    if (picturePath(key) !== path || createHash('sha256').update(bytes).digest('hex') !== expected)
      throw damaged(join(names.pictures, path))
    await storage.put(key, bytes)
  }
}

async function fillDatabase(
  url: string,
  callsUrl: string | undefined,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await migrateThrough(manifest.migration, url, callsUrl)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'")
    await client.query('begin')
    await readTables(client, folder, manifest)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(url, callsUrl)
}

async function enqueueWhatWaits(databaseUrl: string, callsUrl: string | undefined, log: Log): Promise<void> {
  const opened: Disposers = []
  try {
    const database = connect(databaseUrl, log, callsUrl)
    opened.push({ name: 'connections', close: database.close })
    const jobs = createJobQueue({ database, databaseUrl, log })
    opened.push({ name: 'jobs', close: jobs.stop })
    await jobs.start()
    await database.asSystem((tx) => enqueueUnread(tx, jobs.enqueue))
    await requeueRejudging({ database, jobs })
    await endRestoredResets(database)
    await endRestoredImports(database)
  } finally {
    await closeAll(opened)
  }
}
