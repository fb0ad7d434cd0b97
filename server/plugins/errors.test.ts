import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { failureOf } from '../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
  ['a full disk', '53100'],
])('%s in the database is answered as unavailable, to be sent again', async (_what, code) => {
  await test.deps.database.asSystem((tx) =>
    tx.execute(
      sql.raw(`
        create or replace function fail() returns trigger language plpgsql
          as $$ begin raise exception 'failed' using errcode = '${code}'; end $$;
        create or replace trigger fail before insert on email_changes execute function fail()`),
    ),
  )
  const answer = await test.ask('PUT', `/api/v1/user/${test.own.general.id}`, {
    as: test.own.general,
    body: { email: 'another@example.com' },
  })
  expect(failureOf(answer).code).toBe('unavailable')
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})
