import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { sessions } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const addressOf = (host: number) => `198.18.${host >> 8}.${host & 255}`
/** Whose jobs wait, by the e-mail that was asked with. */
const waiting = async () => {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<{ email: string }>(
      sql`select lower(data->>'email') as email from pgboss.job where name = 'send-code'`,
    ),
  )
  return rows.map(({ email }) => email).sort()
}

it('a confirmation code that is asked for often waits as one job, and another’s as another', async () => {
  const forgot = (email: string) =>
    test.ask('POST', '/api/v1/forgot-password', { body: { organization_code: test.own.code, email } })
  for (let time = 0; time < 5; time++) {
    for (const email of ['a@example.com', 'A@example.com', 'b@example.com']) {
      expect(await forgot(email)).toMatchObject({ status: 200 })
    }
  }
  // Those of one address are enqueued one after the other, or two at a time.
  expect(await forgot('last@example.com')).toMatchObject({ status: 200 })
  await expect.poll(waiting).toContain('last@example.com')
  expect(await waiting()).toEqual(['a@example.com', 'b@example.com', 'last@example.com'])
})

it('refreshes that wait leave the connections to those who are signed in', async () => {
  const { database } = test.deps
  const { data } = (
    await test.ask('POST', '/api/v1/login', {
      body: {
        organization_code: test.own.code,
        username: test.own.general.username,
        password: test.own.general.password,
      },
    })
  ).json as { data: { refresh_token: string } }
  const body = { refresh_token: data.refresh_token }
  let flood: Promise<unknown>[] = []
  await database.asSystem(async (tx) => {
    // Each of them waits for its session.
    await tx.select().from(sessions).for('update')
    flood = Array.from({ length: 40 }, (_, host) =>
      test.ask('POST', '/api/v1/refresh', { body, from: addressOf(host) }),
    )
    const isWaiting = async () =>
      (
        await tx.execute(
          sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
        )
      ).rowCount
    await expect.poll(isWaiting).toBeGreaterThan(2)
    expect(await test.ask('GET', '/api/v1/user/me', { as: test.own.admin })).toMatchObject({ status: 200 })
  })
  await Promise.all(flood)
})
