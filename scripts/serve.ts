/** The server as `npm start` runs it: an empty database gets first accounts. */
import { join } from 'node:path'
import type { Deps } from '../server/deps.ts'
import { serve } from '../server/serve.ts'
import type { BackgroundTask } from '../server/start.ts'
import { findFilling } from './demo/fill.ts'
import { type FirstSignIn, fillBehind, openDemonstration, reportBehind } from './demo.ts'
import { openFirstOrganization } from './first-organization.ts'

await serve(prepare)

/**
 * The embedded database gets the demonstration; an ordinary one is the customer's and gets a first account
 * only.
 */
async function prepare(deps: Deps, databaseUrl: string): Promise<BackgroundTask | null> {
  if (deps.env.DATABASE_URL !== undefined) {
    showSignIn(deps, await openFirstOrganization(deps))
    return null
  }
  showSignIn(deps, await openDemonstration(deps))
  // Also one begun by an earlier start.
  const isFilling = (await findFilling(deps)) !== null
  const report = await reportBehind(deps)
  return (url) => {
    const stops = [isFilling ? fillBehind(databaseUrl, deps.env) : null, report?.(url)]
    return async () => {
      await Promise.all(stops.map((stop) => stop?.()))
    }
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
  kept in ${path}
`)
}
