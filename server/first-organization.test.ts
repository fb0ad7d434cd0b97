// Covers docs/requirements.md: 316

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openFirstOrganization } from '../scripts/first-organization.ts'
import { createTestDatabase } from '../tests/support/server/database.ts'
import { startServer } from '../tests/support/server/server.ts'
import { connect } from './db/client.ts'
import { memberships, organizations, users } from './db/schema.ts'
import { readEnv } from './env.ts'
import { isPassword } from './features/sessions/hash-password.ts'
import { createLog } from './log.ts'

/** Two servers with a data folder each on one new database. */
let servers: { database: ReturnType<typeof connect>; env: ReturnType<typeof readEnv> }[]
let url: string
let drop: () => Promise<void>
beforeEach(async () => {
  const created = await createTestDatabase()
  url = created.url
  drop = created.close
  servers = [1, 2].map(() => ({
    database: connect(url, createLog('silent')),
    env: readEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), 'kenshin-first-')) }),
  }))
})
afterEach(async () => {
  await Promise.all(servers.map(({ database }) => database.close()))
  await drop()
  for (const { env } of servers) rmSync(env.DATA_DIR, { recursive: true, force: true })
})

it('is made by exactly one of two servers that start at once on an empty database', async () => {
  const made = await Promise.all(servers.map(openFirstOrganization))
  expect(made.filter((signIn) => signIn !== null)).toHaveLength(1)
  for (const [index, { env, database }] of servers.entries()) {
    const path = join(env.DATA_DIR, 'first-sign-in.json')
    expect(existsSync(path)).toBe(made[index] !== null)
    if (made[index] === null) continue
    const { organization_code, username, password } = JSON.parse(readFileSync(path, 'utf8'))
    await database.asSystem(async (tx) => {
      expect(await tx.select({ code: organizations.code }).from(organizations)).toEqual([
        { code: organization_code },
      ])
      const [user, ...others] = await tx.select().from(users)
      expect([user?.username, others.length, await tx.$count(memberships)]).toEqual([username, 0, 1])
      expect(await isPassword(user?.passwordHash ?? null, password)).toBe(true)
    })
  }
  expect(await Promise.all(servers.map(openFirstOrganization))).toEqual([null, null])
})

it.each([
  ['does not show the first password where its output is kept by a service', {}, false],
  [
    'shows it to the person at a terminal',
    { NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true' },
    true,
  ],
])('a server %s, and keeps it in a file', async (_what, settings, isShown) => {
  const server = await startServer(url, { LOG_LEVEL: 'info', ...settings }, 'scripts/serve.ts')
  try {
    const path = join(server.dataDir, 'first-sign-in.json')
    const { password } = JSON.parse(readFileSync(path, 'utf8'))
    expect(password).toMatch(/^.{10,}$/)
    expect(server.output()).toContain(path)
    expect(server.output().includes(password)).toBe(isShown)
  } finally {
    await server.close()
  }
})
