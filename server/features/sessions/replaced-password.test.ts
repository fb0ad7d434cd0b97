import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { hashPassword } from './hash-password.ts'
import { setPassword } from './repository.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** Resolves when a connection to the test's database waits for a lock. */
const untilOneWaits = () =>
  expect
    .poll(
      async () => {
        const { rows } = await test.deps.database.asSystem((tx) =>
          tx.execute<{ n: number }>(sql`
            select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        )
        return rows[0]?.n
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)

it('a password that is replaced while it is being verified opens no session', async () => {
  const { database } = test.deps
  const user = await buildUser(database, test.own)
  const replacement = await hashPassword('Chosen-2028!')
  let answered: ReturnType<TestApp['ask']> | undefined
  await database.asSystem(async (tx) => {
    await setPassword(tx, user.id, replacement, new Date())
    answered = test.ask('POST', '/api/v1/login', {
      body: {
        organization_code: user.organizationCode,
        username: user.username,
        password: user.password,
        email: '',
      },
    })
    // The sign-in has verified the old password, which others see until this transaction ends.
    await Promise.race([answered, untilOneWaits()])
  })
  expect((await answered)?.status).toBe(401)
})
