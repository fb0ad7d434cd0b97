// Covers docs/requirements.md: 642

import { expect, it } from 'vitest'
import { openOlderDatabase } from '../../tests/support/server/older-database.ts'

/** `when` of the migration before the one that adds the arrival of a webhook's picture. */
const before = 1795875799693

it('dates the pictures of webhooks by the first arrival of their bytes', async () => {
  const { client, upgrade } = await openOlderDatabase(before)
  await client.query(`insert into organizations (name, code) values ('A', 'a')`)
  await client.query(`insert into users (username, email, password_hash) values ('u', 'u@example.jp', 'h')`)
  await client.query(
    `insert into api_keys (organization_id, name, access_key, secret_key, user_id, type, expire_at)
      values (1, 'key', 'a', 's', 1, 1, now())`,
  )
  await client.query(
    `insert into pictures (organization_id, sha256, media_type, length, width, height, created_at)
      values (1, 'p', 'image/jpeg', 1, 1, 1, '2026-11-20T00:00:05Z')`,
  )
  await client.query(
    `insert into webhook_calls (organization_id, key_id, at, picture_sha256)
      values (1, 1, '2026-11-20T00:00:00Z', 'p'), (1, 1, '2026-11-20T01:00:00Z', null)`,
  )

  await upgrade()

  const { rows } = await client.query(
    'select picture_sha256, received_at, note from webhook_calls order by at',
  )
  expect(rows).toEqual([
    { picture_sha256: 'p', received_at: new Date('2026-11-20T00:00:05Z'), note: null },
    { picture_sha256: null, received_at: null, note: null },
  ])
})
