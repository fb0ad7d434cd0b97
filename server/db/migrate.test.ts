import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { StartError } from '../env.ts'
import { createLog } from '../log.ts'
import { connect } from './client.ts'
import { migrate } from './migrate.ts'

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

it('needs of an ordinary user only to own the database and to be a member of kenshin_app, and says so', async () => {
  const owner = await ordinaryOwner()
  const refusal = migrate(owner.url)
  await expect(refusal).rejects.toThrow(StartError)
  await expect(refusal).rejects.toThrow(`GRANT kenshin_app TO ${owner.name};`)

  await maintenance.query(`grant kenshin_app to ${owner.name}`)
  await migrate(owner.url)
  const database = connect(owner.url, createLog('silent'))
  const { rows } = await database.inOrganization(1, null, (tx) =>
    tx.execute(sql`select current_user as role, (select count(*)::int from categories) as categories`),
  )
  expect(rows).toEqual([{ role: 'kenshin_app', categories: 9 }])
  await database.close()
  await owner.remove()
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
