// Covers docs/requirements.md: 640

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { role } from '../contract/access.ts'
import { removeDemonstration } from '../scripts/demo/remove.ts'
import { createTestApp, type TestApp, type TestOrganization } from '../tests/support/server/app.ts'
import { createTestDatabase } from '../tests/support/server/database.ts'
import { insertEverywhere, organizationTables } from '../tests/support/server/rows-everywhere.ts'
import { seedSubjects } from '../tests/support/server/subjects.ts'

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
  for (const organization of [test.own, test.other])
    await insertEverywhere(test, await seedSubjects(test, organization, role.general))
  await execute(sql`update organizations set code = 'demo' where id = ${test.own.id}`)
})
afterEach(() => test.close())

const execute = (statement: ReturnType<typeof sql>) =>
  test.deps.database.asSystem(async (tx) => (await tx.execute(statement)).rows)

/** The number of rows in each table, and a hash of their content. */
async function contentOf({ id }: TestOrganization) {
  const content: Record<string, unknown> = {}
  for (const table of await organizationTables(test)) {
    const [rows] = await execute(sql`
      select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.identifier(table)} t where organization_id = ${id}`)
    content[table] = rows
  }
  return content
}

const usernames = async () =>
  (await execute(sql`select username from users order by id`)).map(({ username }) => username)

describe('removeDemonstration', () => {
  it('deletes every row of the demonstration and leaves other organizations as they are', async () => {
    const before = await contentOf(test.other)
    const all = await usernames()
    const removed = await removeDemonstration(test.databaseUrl, true)
    expect(removed).toMatchObject({ organizationId: test.own.id, name: test.own.name, users: 4 })
    const empty = await contentOf(test.own)
    expect(empty).toEqual(
      Object.fromEntries(Object.keys(before).map((name) => [name, { rows: 0, hash: null }])),
    )
    expect(await contentOf(test.other)).toEqual(before)
    expect(await execute(sql`select id::int from organizations`)).toEqual([{ id: test.other.id }])
    const { general, admin, system } = test.own
    const left = await usernames()
    expect(left).not.toContain(admin.username)
    expect(left).toHaveLength(all.length - removed.users)
    for (const { username } of [general, system]) expect(left).not.toContain(username)
  })

  it('keeps an account that another organization names, and one that is a member there', async () => {
    const { admin, general } = test.own
    await execute(sql`
      insert into memberships (user_id, organization_id, role) values (${admin.id}, ${test.other.id}, 1)`)
    await execute(sql`
      insert into audit_entries (organization_id, user_id, at, noun, subject_id, subject_name, action, before, after)
      values (${test.other.id}, ${general.id}, now(), 'device', 1, 'd', 'update', '{}', '{}')`)
    expect(await removeDemonstration(test.databaseUrl, true)).toMatchObject({ users: 3 })
    const left = await usernames()
    expect(left).toContain(admin.username)
    expect(left).toContain(general.username)
    expect(left).not.toContain(test.own.system.username)
  })

  it('changes nothing without confirmation', async () => {
    const before = await contentOf(test.own)
    await removeDemonstration(test.databaseUrl, false)
    expect(await contentOf(test.own)).toEqual(before)
  })

  it('is refused where nobody could manage the organizations that remain', async () => {
    await execute(sql`update memberships set role = 1 where organization_id = ${test.other.id}`)
    await expect(removeDemonstration(test.databaseUrl, true)).rejects.toThrow('システム管理者がいません')
    expect(await execute(sql`select id::int from organizations order by id`)).toHaveLength(2)
  })

  it('is refused where the first organization is not the demonstration', async () => {
    await execute(sql`update organizations set code = 'kenshin' where id = ${test.own.id}`)
    await expect(removeDemonstration(test.databaseUrl, true)).rejects.toThrow('デモの組織はありません')
  })
})

describe('npm run remove-demo with DATABASE_URL', () => {
  /** Returns what the command prints, on either stream. */
  async function run(databaseUrl: string): Promise<string> {
    const dataDir = mkdtempSync(join(tmpdir(), 'kenshin-remove-demo-'))
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    try {
      const result = await promisify(execFile)('node', ['scripts/remove-demo.ts', '--confirm'], {
        env,
      }).catch((error: { stdout: string; stderr: string }) => error)
      return result.stdout + result.stderr
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }

  it('removes a demonstration that was restored there', async () => {
    const database = await createTestDatabase()
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      await client.query(`insert into organizations (name, code) values ('見本', 'demo')`)
      expect(await run(database.url)).toContain(
        'デモの組織「見本」（メーター 0 件、ユーザー 0 人）を削除しました。',
      )
      expect((await client.query('select from organizations')).rowCount).toBe(0)
    } finally {
      await client.end()
      await database.close()
    }
  })

  it('is refused while a server is connected', async () => {
    expect(await run(test.databaseUrl)).toContain('サーバーがこのデータベースに接続しています')
    expect(await execute(sql`select id::int from organizations where code = 'demo'`)).toHaveLength(1)
  })
})
