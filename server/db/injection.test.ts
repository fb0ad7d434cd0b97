// Covers docs/requirements.md: 297, 912

import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../contract/access.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addImport, addMeter } from '../../tests/support/server/builders.ts'
import { type Subjects, seedSubjects } from '../../tests/support/server/subjects.ts'

// What SQL can do that somebody has brought into a call of one organization: nothing to another’s rows, and nothing of
// the server’s.

let test: TestApp
let own: Subjects
let strangers: Subjects
/** Who owns the tables. */
let owner: string
beforeAll(async () => {
  test = await createTestApp()
  own = await seedSubjects(test, test.own, role.general)
  strangers = await seedSubjects(test, test.other, role.general)
  const { rows } = await asSystem<{ owner: string }>(`select quote_ident(current_user) as owner`)
  owner = rows[0]?.owner ?? ''
})
afterAll(() => test.close())

const inject = (statement: string, of = own) =>
  test.deps.database.inOrganization(of.organization.id, of.user.id, (tx) => tx.execute(sql.raw(statement)))
const asSystem = <Row extends Record<string, unknown>>(statement: string) =>
  test.deps.database.asSystem((tx) => tx.execute<Row>(sql.raw(statement)))

/** Its error’s code; null where it went through. */
const codeOf = (outcome: Promise<unknown>): Promise<string | null> =>
  outcome.then(
    () => null,
    (error: unknown) => {
      const cause = error instanceof Error ? error.cause : null
      if (cause instanceof pg.DatabaseError) return cause.code ?? ''
      throw error
    },
  )
const denied = '42501'

describe('SQL in a call', () => {
  it.each([
    ['the owner’s role', () => `set role ${owner}`],
    ['the owner’s role by a function', () => `select set_config('role', '${owner}', false)`],
    ['the owner’s role in a block', () => `do $$ begin execute 'set local role ${owner}'; end $$`],
    ['the owner’s session', () => `set session authorization ${owner}`],
    ['rights', () => `grant ${owner} to kenshin_app`],
    ['might', () => 'alter role kenshin_app superuser'],
    ['an end of row-level security', () => 'alter table readings disable row level security'],
    ['a policy less', () => 'drop policy own_organization on readings'],
    ['a trigger function', () => 'select tally_after_insert()'],
    ['a count', () => 'select rebuild_reading_days(1)'],
    ['a temporary table', () => 'create temp table reading_days (organization_id bigint)'],
    ['a temporary view', () => 'create temp view readings as select 1'],
    ['a table', () => 'create table public.mine (a int)'],
    ['a schema', () => 'create schema mine'],
    ['a function', () => `create function public.mine() returns int language sql as 'select 1'`],
    ['an extension', () => 'create extension dblink'],
    ['passwords of roles', () => 'select rolpassword from pg_authid'],
    ['passwords of users', () => 'select password_hash from users'],
    ['the key of calls', () => 'select key from call_keys'],
    ['another secret of a key', () => `update api_keys set secret_key = 'x'`],
    ['another day’s calls', () => 'update api_keys set daily_count = 0'],
    ['a log of its own', () => `insert into access_logs (access_ip, messages) values ('x', 'x')`],
    ['a downtime', () => `insert into downtimes ("from", "to") values (now() - interval '1 h', now())`],
    ['another plan', () => 'update organizations set plan_id = 1'],
    ['the queue', () => 'select data from pgboss.job'],
    ['a job past the function', () => `insert into pgboss.job (name) values ('send-mail')`],
    ['a file', () => `select pg_read_file('/etc/passwd')`],
    ['a file as an object', () => `select lo_import('/etc/passwd')`],
    ['an object', () => `select lo_from_bytea(0, 'x')`],
    ['a program', () => `copy (select 1) to program 'cat'`],
    ['a file of its own', () => `copy (select 1) to '/tmp/kenshin-injected'`],
    ['the end of other calls', () => 'select pg_terminate_backend(pid) from pg_stat_activity'],
    ['a lock that outlives it', () => 'select pg_advisory_lock(1)'],
    ['a number of a sequence', () => `select nextval('readings_id_seq')`],
    ['a number for the sequence', () => `select setval('readings_id_seq', 1)`],
  ])('does not get %s', async (_what, statement) => {
    expect(await codeOf(inject(statement()))).toBe(denied)
  })

  it('does not become anybody else by stepping back', async () => {
    for (const back of ['reset role', 'set role none', 'reset session authorization']) {
      const { rows } = await test.deps.database.inOrganization(own.organization.id, null, async (tx) => {
        await tx.execute(sql.raw(back))
        return tx.execute(sql`
          select current_user as who, session_user as signed_in,
            (select count(*)::int from meters where organization_id = ${strangers.organization.id}) as seen`)
      })
      expect(rows, back).toEqual([{ who: 'kenshin_app', signed_in: 'kenshin_app', seen: 0 }])
    }
  })

  it('does not enter another organization, with its own proof or none', async () => {
    const { id } = strangers.organization
    for (const more of ['', `, set_config('app.organization_proof', '', true)`]) {
      const outcome = test.deps.database.inOrganization(own.organization.id, null, async (tx) => {
        await tx.execute(sql.raw(`select set_config('app.organization_id', '${id}', true)${more}`))
        return tx.execute(sql`select from meters`)
      })
      expect(await codeOf(outcome)).toBe(denied)
    }
  })

  it('leaves nothing behind that the next call on its connection would meet', async () => {
    const { id } = strangers.organization
    await inject(`select set_config('search_path', 'pg_catalog', false), set_config('statement_timeout', '1', false),
      set_config('app.organization_id', '${id}', false), set_config('default_transaction_read_only', 'on', false)`)
    const named = `select name from organizations`
    expect((await inject(named)).rows).toEqual([{ name: own.organization.name }])
    expect((await inject(named, strangers)).rows).toEqual([{ name: strangers.organization.name }])
    await inject(`insert into groups (organization_id, name) values (${own.organization.id}, 'written')`)
  })

  it('changes no row’s number, organization or person', async () => {
    const { id } = strangers.organization
    for (const statement of [
      `update meters set organization_id = ${id}`,
      `update readings set organization_id = ${id}`,
      `update readings set meter_id = ${strangers.meterId}`,
      `update alerts set organization_id = ${id}`,
      `update groups set id = default`,
      `update sessions set user_id = ${strangers.user.id}`,
      `update sessions set organization_id = ${id}`,
      `update devices set organization_id = ${id}`,
      `update device_reports set device_id = ${strangers.deviceId}`,
      `update api_keys set organization_id = ${id}`,
    ]) {
      expect(await codeOf(inject(statement)), statement).toBe(denied)
    }
    const { rows } = await asSystem(`
      select attrelid::regclass, attname from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attname in ('id', 'organization_id', 'user_id')
        and has_column_privilege('kenshin_app', attrelid, attnum, 'update')`)
    // But whom a key acts for, since administrators choose another member of the organization (PUT /key/{id}), and to whom
    // a reading is lent for review.
    expect(rows).toEqual([
      { attrelid: 'api_keys', attname: 'user_id' },
      { attrelid: 'review_loans', attname: 'user_id' },
    ])
  })

  it('opens no session again that was ended', async () => {
    const ended = await test.signIn(test.own.general)
    await test.ask('POST', '/api/v1/logout', { as: ended })
    const { rowCount } = await inject('update sessions set revoked_at = null where revoked_at is not null')
    expect(rowCount).toBe(0)
    expect((await test.ask('GET', '/api/v1/user/me', { as: ended })).status).toBe(401)
  })

  it('deletes no meter by pretending that an import added it', async () => {
    const { database } = test.deps
    const [organizationId, userId] = [own.organization.id, own.user.id]
    const meter = await addMeter(database, organizationId)
    const row = (importId: number) =>
      `insert into import_rows (import_id, organization_id, "row", subject_id, after)
        values (${importId}, ${organizationId}, 2, ${meter.id}, '{}')`
    const call = (importId: number) => `select delete_imported_meter(${importId}, ${meter.id}) as done`
    const attack = (steps: (importId: number) => readonly string[], importId: number) =>
      database.inOrganization(organizationId, userId, async (tx) => {
        for (const step of steps(importId)) await tx.execute(sql.raw(step))
        return (await tx.execute(sql.raw(call(importId)))).rows
      })
    const applied = { state: 'applied', file: null, appliedAt: new Date() } as const
    const begins = (id: number) => `update imports set state = 'undoing' where id = ${id}`
    // A row of its own, at once and within a savepoint, and one of an import that nobody undoes.
    for (const steps of [
      (id: number) => [begins(id), row(id)],
      (id: number) => [begins(id), 'savepoint s', row(id), 'release savepoint s'],
    ]) {
      const { id } = await addImport(database, organizationId, userId, applied)
      expect(await attack(steps, id)).toEqual([{ done: false }])
    }
    const { id } = await addImport(database, organizationId, userId, applied)
    await asSystem(row(id))
    expect(await attack(() => [], id)).toEqual([{ done: false }])
    await asSystem(begins(id))
    expect(await attack(() => [], id)).toEqual([{ done: true }])
  })

  it('runs no function of ours but nine', async () => {
    const { rows } = await asSystem(`
      select proname from pg_proc where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and has_function_privilege('kenshin_app', oid, 'execute') order by 1`)
    expect(rows).toEqual([
      { proname: 'attach_picture' },
      { proname: 'delete_imported_meter' },
      { proname: 'enqueue_jobs' },
      { proname: 'follow_rule_case' },
      { proname: 'move_reading' },
      { proname: 'organization_of_call' },
      { proname: 'restore_measured_at' },
      { proname: 'set_alert_comment' },
      { proname: 'set_measured_at' },
    ])
    // A search path that puts other tables before ours would lead them astray.
    const astray = await asSystem(`
      select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and proconfig::text not like '%search_path=pg_catalog, public, pg_temp%'`)
    expect(astray.rows).toEqual([])
  })
})

describe('SQL in a call enqueues', () => {
  const enqueue = (queue: string, job: object, of = own) =>
    inject(`select enqueue_jobs('${queue}', '${JSON.stringify([job])}'::jsonb)`, of)
  const ours = (more: object = {}) => ({ data: { organizationId: own.organization.id, ...more } })

  it('no job for another organization or for none', async () => {
    for (const data of [{ organizationId: strangers.organization.id }, { organizationId: null }, {}, null]) {
      expect(await codeOf(enqueue('read-picture', { data }))).toBe(denied)
    }
    // Who has left the organization first speaks for none.
    const outside = test.deps.database.inOrganization(own.organization.id, null, async (tx) => {
      await tx.execute(sql`select set_config('app.organization_id', '', true)`)
      await tx.execute(sql`select enqueue_jobs('read-picture', '[{"data": {}}]'::jsonb)`)
    })
    expect(await codeOf(outside)).toBe(denied)
  })

  it('no letter, and no job of the server’s own', async () => {
    for (const queue of ['send-mail', 'upkeep', 'read-picture-dead', 'nothing', `x' or 'y`]) {
      const name = queue.replaceAll("'", "''")
      expect(await codeOf(enqueue(name, ours({ to: 'a@example.com' }))), queue).toBe(denied)
    }
  })

  it('none that would end up as a letter, or take the place of another organization’s', async () => {
    const id = crypto.randomUUID()
    const same = { id, singletonKey: '7', groupId: '7', deadLetter: 'send-mail', retryLimit: 0 }
    await enqueue('notice-mail', { ...same, ...ours() })
    await enqueue('notice-mail', { ...same, data: { organizationId: strangers.organization.id } }, strangers)
    const { rows } = await asSystem<Record<string, unknown>>(`
      select (data->>'organizationId')::int as organization, dead_letter, retry_limit > 0 as tried,
        id::text, singleton_key, group_id from pgboss.job where name = 'notice-mail' order by 1`)
    expect(rows).toMatchObject(
      [own, strangers].map(({ organization }) => ({
        organization: organization.id,
        dead_letter: 'notice-mail-dead',
        tried: true,
        singleton_key: null,
      })),
    )
    for (const field of ['id', 'group_id']) {
      expect(new Set(rows.map((row) => row[field])).size, field).toBe(2)
    }
  })
})
