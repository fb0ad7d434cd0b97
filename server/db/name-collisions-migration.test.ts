// Covers docs/requirements.md: 564

import { expect, it } from 'vitest'
import { openOlderDatabase } from '../../tests/support/server/older-database.ts'

/** `when` of the migration before the one that reports collisions. */
const before = 1795841031579

it('reports user names and codes that look the same and leaves them as they are', async () => {
  const { client, upgrade } = await openOlderDatabase(before)
  const names = ['Sato', 'sa\u200bto', 'ＳＡＴＯ', 'Suzuki']
  for (const [index, username] of names.entries()) {
    await client.query('insert into users (username, email, password_hash) values ($1, $2, $3)', [
      username,
      `${index}@example.jp`,
      'h',
    ])
  }
  const codes = ['acme', 'ac\u200bme', 'ＡＣＭＥ', 'other']
  for (const code of codes)
    await client.query('insert into organizations (name, code) values ($1, $1)', [code])
  const reported = await upgrade()
  expect(reported.toSorted()).toEqual([
    'organization codes that look the same: "acme" (id 1), "ac\u200bme" (id 2), "ＡＣＭＥ" (id 3)',
    'user names that look the same: "Sato" (id 1), "sa\u200bto" (id 2), "ＳＡＴＯ" (id 3)',
  ])
  const { rows } = await client.query<{ username: string }>('select username from users order by id')
  expect(rows.map(({ username }) => username)).toEqual(names)
  const { rows: kept } = await client.query<{ code: string }>('select code from organizations order by id')
  expect(kept.map(({ code }) => code)).toEqual(codes)
  expect(await upgrade()).toEqual([])
})
