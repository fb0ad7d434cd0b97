import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildOrganization } from '../../tests/support/server/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/server/database.ts'
import { StartError } from '../env.ts'
import { createLog } from '../log.ts'
import { appRoleUrl } from './app-role.ts'
import { connect } from './client.ts'
import { migrate } from './migrate.ts'
import { groups } from './schema.ts'

let maintenance: pg.Client
beforeAll(async () => {
  maintenance = new pg.Client(inject('cluster'))
  await maintenance.connect()
})
afterAll(() => maintenance.end())

const makeName = () => `kenshin_test_${randomUUID().slice(0, 8)}`

/** A user without any privilege but a database of its own. */
async function ordinaryOwner() {
  const name = makeName()
  await maintenance.query(`create role ${name} login password 'secret'`)
  await maintenance.query(`create database ${name} owner ${name}`)
  const url = new URL(inject('cluster'))
  Object.assign(url, { username: name, password: 'secret', pathname: `/${name}` })
  return {
    name,
    url: url.href,
    async remove() {
      await maintenance.query(`drop database ${name} with (force)`)
      await maintenance.query(`drop role ${name}`)
    },
  }
}

/** Where calls sign in to a database, by the password that they have on this cluster. */
function callsOn(url: string): string {
  const address = new URL(appRoleUrl(inject('cluster')))
  address.pathname = new URL(url).pathname
  return address.href
}

it('needs of an ordinary user only to own the database and to be a member of kenshin_app whose password it is told, and says so', async () => {
  const owner = await ordinaryOwner()
  const refusal = migrate(owner.url)
  await expect(refusal).rejects.toThrow(StartError)
  await expect(refusal).rejects.toThrow(`GRANT kenshin_app TO ${owner.name};`)

  await maintenance.query(`grant kenshin_app to ${owner.name}`)
  const wrong = migrate(owner.url, owner.url)
  await expect(wrong).rejects.toThrow(StartError)
  await expect(wrong).rejects.toThrow('DATABASE_APP_URL')
  await expect(wrong).rejects.not.toThrow('secret')
  await migrate(owner.url, callsOn(owner.url))
  const database = connect(owner.url, createLog('silent'), callsOn(owner.url))
  const { rows } = await database.inOrganization(1, null, (tx) =>
    tx.execute(sql`select current_user as role, (select count(*)::int from categories) as categories`),
  )
  expect(rows).toEqual([{ role: 'kenshin_app', categories: 9 }])
  await database.close()
  await owner.remove()
})

it('refuses calls that would sign in to another database, however alike, and says so', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()]
  const refusal = migrate(one.url, callsOn(other.url))
  await expect(refusal).rejects.toThrow(StartError)
  await expect(refusal).rejects.toThrow('DATABASE_APP_URL leads to another database than DATABASE_URL')
  await migrate(one.url, callsOn(one.url))
  await one.close()
  await other.close()
})

it('puts names from before on one line, and leaves the others', async () => {
  const { url, close } = await createTestDatabase()
  const database = connect(url, createLog('silent'))
  const organization = await buildOrganization(database)
  const names = ['一\n二', 'a\tb\r\nc ', '\u2028', '1号機　圧力計']
  await database.asSystem((tx) =>
    tx
      .insert(groups)
      .values(names.map((name) => ({ organizationId: organization.id, name, description: '' }))),
  )
  const cleaning = readFileSync(new URL('migrations/0012_one_line_names.sql', import.meta.url), 'utf8')
  const after = await database.asSystem(async (tx) => {
    await tx.execute(sql.raw(cleaning))
    return tx.select({ name: groups.name }).from(groups).orderBy(groups.id)
  })
  expect(after.map(({ name }) => name)).toEqual(['一 二', 'a b c', '(名称なし)', '1号機　圧力計'])
  await database.close()
  await close()
})

it('migrates once when several servers start at the same moment, on one database and on others', async () => {
  const fresh = async (): Promise<TestDatabase> => {
    const name = makeName()
    await maintenance.query(`create database ${name}`)
    const url = new URL(inject('cluster'))
    url.pathname = `/${name}`
    return {
      url: url.href,
      close: async () => {
        await maintenance.query(`drop database ${name} with (force)`)
      },
    }
  }
  const [one, other] = [await fresh(), await fresh()]
  await Promise.all([one, one, one, other, other].map(({ url }) => migrate(url)))
  for (const { url, close } of [one, other]) {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query('select count(*)::int as n from categories')
    expect(rows).toEqual([{ n: 9 }])
    await client.end()
    await close()
  }
})

it('leaves the password of calls to another installation that uses it', async () => {
  const { url, close } = await createTestDatabase()
  const another = new pg.Client(callsOn(new URL('/postgres', url).href))
  await another.connect()
  await maintenance.query(`create role other_owner superuser login password 'other'`)
  const others = new URL(url)
  Object.assign(others, { username: 'other_owner', password: 'other' })
  const { rows } = await maintenance.query<{ trusted: boolean }>(
    `select bool_or(auth_method = 'trust') as trusted from pg_hba_file_rules`,
  )
  const outcome = migrate(others.href).then(
    () => 'let in',
    (error: unknown) => error,
  )
  // Where nobody is asked for a password, nobody is locked out.
  if (rows[0]?.trusted === true) expect(await outcome).toBe('let in')
  else expect(await outcome).toBeInstanceOf(StartError)
  const still = new pg.Client(callsOn(url))
  await still.connect()
  await still.end()
  await another.end()
  await maintenance.query('drop role other_owner')
  await close()
})

it('leaves a migrated database as it is', async () => {
  const { url, close } = await createTestDatabase()
  await migrate(url)
  await close()
})

it('says which database it cannot reach, and never the password', async () => {
  const refusal = migrate('postgres://someone:hidden@127.0.0.1:1/kenshin')
  await expect(refusal).rejects.toThrow(StartError)
  await expect(refusal).rejects.toThrow(/127\.0\.0\.1:1\/kenshin/)
  await expect(refusal).rejects.not.toThrow(/hidden/)
})

it('turns ranges that were stored upside down, and keeps those that were not', async () => {
  const { url, close } = await createTestDatabase()
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  const name = readdirSync(folder).find((file) => file.endsWith('_range_order.sql')) ?? ''
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    alter table meters drop constraint meters_range_order, drop constraint meters_emergency_range_order;
    insert into organizations (id, code, name) overriding system value values (1, 'o', 'o');
    insert into meters (organization_id, name, meter_unit_id, meter_category_id,
      start_value, end_value, emergency_start_value, emergency_end_value)
    values (1, 'a', 1, 1, 5, 1.6, 120, 130), (1, 'b', 1, 1, null, null, 130, 120)`)
  await client.query(readFileSync(join(folder, name), 'utf8'))
  const { rows } = await client.query({
    text: 'select start_value, end_value, emergency_start_value, emergency_end_value from meters order by name',
    rowMode: 'array',
  })
  expect(rows).toEqual([
    [1.6, 5, 120, 130],
    [null, null, 120, 130],
  ])
  await client.end()
  await close()
})
