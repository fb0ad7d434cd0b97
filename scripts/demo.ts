import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Deps } from '../server/deps.ts'
import type { Env } from '../server/env.ts'
import { nodeFlags } from './bootstrap.mjs'
import { type FirstSignIn, keepSignIn, makeAccounts } from './demo/accounts.ts'
import { findDeviceKey, insertDeviceKey } from './demo/device-key.ts'
import { insertDemonstration, isEmpty } from './demo/insert.ts'
import { drawMaps, insertMaps } from './demo/maps.ts'
import { type DemoMeter, demoMeters } from './demo/meters.ts'

export type { FirstSignIn } from './demo/accounts.ts'

type Parts = Pick<Deps, 'database' | 'clock' | 'env' | 'secrets' | 'storage'>

/**
 * Creates the demonstration in an empty database: accounts, meters of every category, and maps. Readings of 60 days
 * are filled in later (`fillBehind`). Null when any organization exists.
 */
export async function openDemonstration(
  { database, clock, env, secrets, storage }: Parts,
  plan: (at: Date) => readonly DemoMeter[] = demoMeters,
): Promise<FirstSignIn | null> {
  if (!(await database.asSystem(isEmpty))) return null
  const accounts = await makeAccounts()
  // Before the rows: better a file without an account than an account with a lost password.
  keepSignIn(env.DATA_DIR, accounts.signIn)
  const now = clock()
  const drawn = await drawMaps(storage)
  await database.asSystem(async (tx) => {
    await insertDemonstration(tx, accounts, plan(now), now)
    await insertMaps(tx, drawn, now)
    await insertDeviceKey(tx, secrets.apiKeyKey, now)
  })
  return accounts.signIn
}

/** Fills a demonstration in a child process, which frees the memory afterwards. `done` rejects if it ends early. */
export function fillBehind(
  databaseUrl: string,
  { DATA_DIR }: Pick<Env, 'DATA_DIR'>,
  organizationId: number,
): Pick<ReturnType<typeof runBehind>, 'done' | 'end'> {
  const running = runBehind(
    './demo/fill-process.ts',
    { DATABASE_URL: databaseUrl, DATA_DIR, DEMONSTRATION: String(organizationId) },
    'filling the demonstration',
  )
  running.child.on('message', ({ done, total }: { done: number; total: number }) => {
    console.log(
      done === total
        ? '· the demonstration is complete'
        : `· filling the demonstration, newest day first: ${done} of ${total} days`,
    )
  })
  return running
}

/**
 * The demonstration's devices report to the server at `url` in a child process. Null where its device key is
 * gone.
 */
export async function reportBehind({
  database,
  secrets,
}: Pick<Parts, 'database' | 'secrets'>): Promise<((url: string) => () => Promise<void>) | null> {
  const key = await database.asSystem((tx) => findDeviceKey(tx, secrets.apiKeyKey))
  if (key === null) return null
  return (url) =>
    runBehind(
      './demo/report-process.ts',
      { SERVER: url, DEVICE_KEY: key },
      'the devices of the demonstration',
    ).end
}

function runBehind(script: string, settings: Record<string, string>, what: string) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    env: { ...process.env, ...settings },
    execArgv: nodeFlags,
    // A signal to the process group of the server does not reach it: the server ends it.
    detached: true,
  })
  let stopping = false
  // If it cannot be started, the server goes on without.
  const gone = once(child, 'exit').catch(() => undefined)
  child.on('error', (error) => {
    console.error(`· ${what} failed; the next start goes on with it: ${error.message}`)
  })
  const done = gone.then((exit) => {
    if (exit?.[0] === 0) return
    // Without an exit it never started, which was told.
    if (exit && !stopping) console.error(`· ${what} ended early; the next start goes on with it`)
    throw new Error(`${what} ended early`)
  })
  // Whoever does not wait for it was told.
  done.catch(() => {})
  const end = async () => {
    stopping = true
    child.kill()
    await gone
  }
  return { child, done, end }
}
