import { expect, it } from 'vitest'
import { openOlderDatabase } from '../../tests/support/server/older-database.ts'

/** `when` of the migration before the one that adds invitations. */
const before = 1795696162689

it('keeps memberships and confirms only addresses that a mail has proved', async () => {
  const { client, upgrade } = await openOlderDatabase(before)
  await client.query(`insert into organizations (name, code) values ('A', 'a')`)
  for (const user of ['nobody', 'changed', 'asked', 'reset', 'replaced']) {
    await client.query(
      `insert into users (username, email, password_hash) values ($1, $1 || '@example.jp', 'h')`,
      [user],
    )
  }
  await client.query(`insert into memberships (user_id, organization_id, role) select id, 1, 1 from users`)
  const change = `insert into email_changes
    (user_id, organization_id, requested_by_user_id, email, token_hash, expires_at, used_at)
    select id, 1, id, $2, $1, now(), now() from users where username = $1`
  await client.query(change, ['changed', 'Changed@example.jp'])
  // Dropped, not confirmed: the address is another one.
  await client.query(change, ['asked', 'other@example.jp'])
  const password = `insert into audit_entries
    (organization_id, user_id, at, noun, subject_id, subject_name, action, before, after)
    select 1, id, date_trunc('hour', now()), 'user', id, username, 'update', '{}', '{"password": true}'
    from users where username = $1`
  await client.query(password, ['reset'])
  await client.query(password, ['replaced'])
  // A change of password ends the session that asks for it at the same instant.
  await client.query(`insert into sessions (user_id, organization_id, revoked_at, revoked_reason)
    select id, 1, date_trunc('hour', now()), 'password_changed' from users where username = 'replaced'`)

  await upgrade()

  const { rows } = await client.query<{ username: string }>(
    `select username from users where email_confirmed_at is not null order by 1`,
  )
  expect(rows.map(({ username }) => username)).toEqual(['changed', 'reset'])
  const members = await client.query('select from memberships where role = 1')
  expect(members.rowCount).toBe(5)
})
