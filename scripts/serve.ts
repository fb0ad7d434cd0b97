/** The server as `npm start` runs it: an empty database gets first accounts. */
import { join } from 'node:path'
import type { Deps } from '../server/deps.ts'
import { serve } from '../server/serve.ts'
import type { Prepared } from '../server/start.ts'
import { isFirstFilling, organizationId } from './demo/insert.ts'
import { type FirstSignIn, fillBehind, openDemonstration, reportBehind } from './demo.ts'
import { openFirstOrganization } from './first-organization.ts'

await serve(prepare)

/**
 * Opens the demonstration in an empty embedded database. With DEMO=off, and in a database of the customer's, opens a
 * first organization instead. An existing demonstration continues until `npm run remove-demo`.
 */
async function prepare(deps: Deps, databaseUrl: string): Promise<Prepared> {
  const filling = fillings(databaseUrl, deps)
  const { DATABASE_URL, DEMO } = deps.env
  const isDemonstration = DATABASE_URL === undefined && DEMO === 'on'
  showSignIn(deps, await (isDemonstration ? openDemonstration(deps) : openFirstOrganization(deps)))
  if (DATABASE_URL !== undefined) return { behind: () => filling.end, fill: filling.fill }
  // Also one begun by an earlier start.
  const isFilling = await deps.database.asSystem(isFirstFilling, 'read only')
  const report = await reportBehind(deps)
  return {
    behind: (url) => {
      if (isFilling) filling.fill(organizationId).catch(() => {})
      const stop = report?.(url)
      return async () => {
        await Promise.all([filling.end(), stop?.()])
      }
    },
    fill: filling.fill,
  }
}

/** Processes that fill a demonstration, until the server ends. */
function fillings(databaseUrl: string, { env }: Deps) {
  const running = new Set<ReturnType<typeof fillBehind>>()
  let isEnded = false
  return {
    async fill(id: number): Promise<void> {
      // Its job is tried again by the next server.
      if (isEnded) throw new Error('the server ends')
      const process = fillBehind(databaseUrl, env, id)
      running.add(process)
      await process.done.finally(() => running.delete(process))
    },
    async end(): Promise<void> {
      isEnded = true
      await Promise.all([...running].map((process) => process.end()))
    },
  }
}

function showSignIn(deps: Deps, signIn: FirstSignIn | null): void {
  if (signIn === null) return
  const path = join(deps.env.DATA_DIR, 'first-sign-in.json')
  // A service's output goes to a journal that others can read.
  if (!process.stdout.isTTY) {
    console.log(`first sign-in: ${path}`)
    return
  }
  console.log(`
  first sign-in
    organization code  ${signIn.organization_code}
    user name          ${signIn.username}
    password           ${signIn.password}
  stored in ${path}
`)
}
