import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate, migrateThrough } from './migrate.ts'

/** `when` of the migration before the one that reports collisions. */
const before = 1795841031579

const name = `kenshin_test_${randomUUID().slice(0, 8)}`
const url = new URL(inject('cluster'))
url.pathname = `/${name}`
const maintenance = new pg.Client(inject('cluster'))
let client: pg.Client
beforeAll(async () => {
  await maintenance.connect()
  await maintenance.query(`create database ${name}`)
  await migrateThrough(before, url.href)
  client = new pg.Client(url.href)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await maintenance.query(`drop database ${name} with (force)`)
  await maintenance.end()
})

it('reports user names that look the same and leaves them as they are', async () => {
  const names = ['Sato', 'sa\u200bto', 'ＳＡＴＯ', 'Suzuki']
  for (const [index, username] of names.entries()) {
    await client.query('insert into users (username, email, password_hash) values ($1, $2, $3)', [
      username,
      `${index}@example.jp`,
      'h',
    ])
  }
  expect(await migrate(url.href)).toEqual([
    'user names that look the same: "Sato" (id 1), "sa\u200bto" (id 2), "ＳＡＴＯ" (id 3)',
  ])
  const { rows } = await client.query<{ username: string }>('select username from users order by id')
  expect(rows.map(({ username }) => username)).toEqual(names)
  expect(await migrate(url.href)).toEqual([])
})
