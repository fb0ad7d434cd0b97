// Covers docs/requirements.md: 297

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../contract/access.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { insertEverywhere, organizationTables } from '../../tests/support/server/rows-everywhere.ts'
import { type Subjects, seedSubjects } from '../../tests/support/server/subjects.ts'
import type { Tx } from './client.ts'

// What PostgreSQL itself refuses in raw SQL, in every table that says whose a row is.

let test: TestApp
let own: Subjects
let strangers: Subjects
/** Every table that says whose a row is. */
let tables: string[]
beforeAll(async () => {
  test = await createTestApp()
  own = await seedSubjects(test, test.own, role.general)
  strangers = await seedSubjects(test, test.other, role.general)
  for (const subjects of [own, strangers]) await insertEverywhere(test, subjects)
  tables = await organizationTables(test)
})
afterAll(() => test.close())

const inOrganization = <T>({ organization, user }: Subjects, work: (tx: Tx) => Promise<T>) =>
  test.deps.database.inOrganization(organization.id, user.id, work)

const count = async (tx: Tx, table: string, where = sql`true`) => {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where ${where}`,
  )
  return rows[0]?.n
}

describe('row-level security', () => {
  it('stands on every table with an organization, and the role cannot step past it', async () => {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ name: string }>(sql`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`),
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...tables, 'organizations', 'users']),
    )
    expect(tables).toEqual(
      expect.arrayContaining(['meters', 'readings', 'pictures', 'memberships', 'sessions']),
    )
    const roles = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        select rolbypassrls or rolsuper or rolcreatedb or rolcreaterole as "isPrivileged",
          exists (select from pg_class where relowner = pg_roles.oid) as owns
        from pg_roles where rolname = 'kenshin_app'`),
    )
    expect(roles.rows).toEqual([{ isPrivileged: false, owns: false }])
  })

  it('asks everywhere for the organization that the server has entered', async () => {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        select tablename from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE'
          and tablename <> 'users' and qual || with_check not like '%organization_of_call()%organization_of_call()%'`),
    )
    expect(rows).toEqual([])
  })

  it('shows raw SQL one’s own rows and no one else’s', async () => {
    for (const table of tables) {
      await inOrganization(own, async (tx) => {
        expect(await count(tx, table), table).toBeGreaterThan(0)
        expect(await count(tx, table, sql`organization_id <> ${own.organization.id}`), table).toBe(0)
      })
    }
  })

  it('shows nothing at all where no organization is set', async () => {
    for (const table of tables) {
      await test.deps.database.asSystem(async (tx) => {
        await tx.execute(sql`set local role kenshin_app`)
        expect(await count(tx, table), table).toBe(0)
      })
    }
  })

  it('shows of people only one’s own colleagues', async () => {
    const { rows } = await inOrganization(own, (tx) => tx.execute<{ id: string }>(sql`select id from users`))
    const ids = rows.map(({ id }) => Number(id))
    expect(ids).toContain(own.user.id)
    expect(ids).not.toContain(strangers.user.id)
    const organizations = await inOrganization(own, (tx) => tx.execute(sql`select name from organizations`))
    expect(organizations.rows).toEqual([{ name: own.organization.name }])
  })

  it('changes and deletes nothing of another organization', async () => {
    for (const table of tables) {
      for (const statement of [
        sql`update ${sql.identifier(table)} set organization_id = organization_id where organization_id = ${strangers.organization.id}`,
        sql`delete from ${sql.identifier(table)} where organization_id = ${strangers.organization.id}`,
      ]) {
        // Not allowed at all, or allowed and without a row to touch.
        const outcome = await inOrganization(own, (tx) => tx.execute(statement)).then(
          ({ rowCount }) => rowCount,
          refused,
        )
        expect(outcome, table).toBeOneOf([0, 'refused'])
      }
    }
  })

  it('writes no row into another organization, and moves none there', async () => {
    const id = strangers.organization.id
    const statements = [
      sql`insert into meters (organization_id, name, meter_unit_id, meter_category_id) values (${id}, 'x', 1, 1)`,
      sql`insert into groups (organization_id, name) values (${id}, 'x')`,
      sql`insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
        values (${id}, ${strangers.meterId}, 1, 'entered', 'entry', false, now())`,
      sql`update meters set organization_id = ${id} where id = ${own.meterId}`,
      sql`update readings set organization_id = ${id} where id = ${own.readingId}`,
      sql`insert into devices (organization_id, name, type) values (${id}, 'x', 2)`,
      sql`insert into device_reports (organization_id, device_id, kind, created_at, received_at)
        values (${id}, ${strangers.deviceId}, 'heartbeat', now(), now())`,
      sql`update devices set organization_id = ${id} where id = ${own.deviceId}`,
    ]
    for (const statement of statements) {
      await expect(inOrganization(own, (tx) => tx.execute(statement)).catch(refused)).resolves.toBe('refused')
    }
  })

  it('attaches no picture to a report of another organization', async () => {
    const { rows } = await inOrganization(strangers, (tx) =>
      tx.execute<{ id: string }>(sql`select id from device_reports`),
    )
    const [report] = rows
    const attached = await inOrganization(own, (tx) =>
      tx.execute(sql`select attach_picture(${report?.id}::bigint, ${own.sha256}) as done`),
    )
    expect(attached.rows).toEqual([{ done: false }])
  })

  it('keeps password hashes, refresh tokens, codes and tries from the calls’ role altogether', async () => {
    for (const statement of [
      sql`select password_hash from users`,
      sql`select * from refresh_tokens`,
      sql`select * from confirmation_codes`,
      sql`select * from sign_in_attempts`,
      sql`select * from silence_checks`,
      sql`select * from disk_warnings`,
      sql`select * from bucket_refusals`,
    ]) {
      await expect(inOrganization(own, (tx) => tx.execute(statement)).catch(refused)).resolves.toBe('refused')
    }
  })
})

it('forgets the organization and the role with the end of the transaction', async () => {
  await inOrganization(own, (tx) => tx.execute(sql`select 1`))
  const seen = await test.deps.database.asSystem((tx) =>
    tx.execute(
      sql`select current_user <> 'kenshin_app' as owner, nullif(current_setting('app.organization_id', true), '') as organization`,
    ),
  )
  expect(seen.rows).toEqual([{ owner: true, organization: null }])
})

it('lets a call ask the system while every call’s connection is taken', async () => {
  const calls = Array.from({ length: 25 }, () => test.ask('GET', '/api/v1/user/me', { as: own.user }))
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
})

/** 42501: permission denied, or a row that violates a policy. Anything else is a broken test. */
function refused(error: unknown): 'refused' {
  if (
    error instanceof Error &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    error.cause.code === '42501'
  ) {
    return 'refused'
  }
  throw error
}
