import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Role, role } from '../../contract/access.ts'
import { hashPassword } from '../../server/features/sessions/index.ts'
import { company, people, randomPassword } from './people.ts'

interface SignIn {
  organization_code: string
  username: string
  password: string
}

/** The administrator's; the others are beside it. */
export interface FirstSignIn extends SignIn {
  others: (SignIn & { role: Role })[]
}

export interface Accounts {
  signIn: FirstSignIn
  users: ((typeof people)[number] & { passwordHash: string })[]
}

export async function makeAccounts(): Promise<Accounts> {
  const made = await Promise.all(
    people.map(async (person) => {
      const password = randomPassword()
      const signIn = { organization_code: company.code, username: person.username, password }
      return { person, signIn, passwordHash: await hashPassword(password) }
    }),
  )
  const admin = made.find(({ person }) => person.role === role.admin)
  if (admin === undefined) throw new Error('nobody administers the demonstration')
  const others = made.filter((one) => one !== admin)
  return {
    signIn: {
      ...admin.signIn,
      others: others.map(({ person, signIn }) => ({ ...signIn, role: person.role })),
    },
    users: made.map(({ person, passwordHash }) => ({ ...person, passwordHash })),
  }
}

/** The only place with clear-text passwords; readable by the owner only. */
export function keepSignIn(dataDir: string, signIn: FirstSignIn): void {
  const path = join(dataDir, 'first-sign-in.json')
  const temporary = `${path}.${randomUUID()}`
  const file = openSync(temporary, 'wx', 0o600)
  writeFileSync(file, `${JSON.stringify(signIn, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, path)
}
