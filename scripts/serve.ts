/** The server as `npm start` runs it: an empty database is first given what one needs to sign in. */
import { join } from 'node:path'
import type { Deps } from '../server/deps.ts'
import { serve } from '../server/serve.ts'
import { seedDemonstration } from './demo.ts'
import { openFirstOrganization } from './first-organization.ts'

await serve(fillWhenEmpty)

/** The embedded database gets the demonstration; an ordinary one is somebody's own and gets a first account only. */
async function fillWhenEmpty(deps: Deps): Promise<void> {
  const signIn =
    deps.env.DATABASE_URL === undefined
      ? await seedDemonstration(deps, tell)
      : await openFirstOrganization(deps)
  if (signIn === null) return
  console.log(`
  first sign-in
    organization code  ${signIn.organization_code}
    user name          ${signIn.username}
    password           ${signIn.password}
  kept in ${join(deps.env.DATA_DIR, 'first-sign-in.json')}
`)
}

function tell(done: number, total: number): void {
  console.log(
    done === 0
      ? '· photographing the demonstration’s meters (a minute or two, only the first time)'
      : `  ${done} of ${total} meters`,
  )
}
