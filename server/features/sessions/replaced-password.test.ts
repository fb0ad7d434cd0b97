import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser, type TestUser } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { untilOneWaits } from '../../../tests/support/locks.ts'
import { hashPassword } from './hash-password.ts'
import { findPasswordHash, setPassword } from './repository.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** Sends the call while a transaction that replaces the user's password is open, and returns its answer. */
async function answerDuringReplacement(user: TestUser, send: () => ReturnType<TestApp['ask']>) {
  const replacement = await hashPassword('Chosen-2028!')
  const sent = await test.deps.database.asSystem(async (tx) => {
    await setPassword(tx, user.id, replacement, new Date())
    const answer = send()
    // The call has verified the old password, which others see until this transaction ends.
    await Promise.race([answer, untilOneWaits(test)])
    return { answer }
  })
  return { status: (await sent.answer).status, replacement }
}

describe('a password that is replaced while it is being verified', () => {
  it('opens no session', async () => {
    const user = await buildUser(test.deps.database, test.own)
    const { status } = await answerDuringReplacement(user, () =>
      test.ask('POST', '/api/v1/login', {
        body: {
          organization_code: user.organizationCode,
          username: user.username,
          password: user.password,
          email: '',
        },
      }),
    )
    expect(status).toBe(401)
  })

  it('is not changed by a call that knew only the earlier one', async () => {
    const { database } = test.deps
    const user = await test.signIn(await buildUser(database, test.own))
    const { status, replacement } = await answerDuringReplacement(user, () =>
      test.ask('POST', '/api/v1/change-password', {
        as: user,
        body: {
          previous_password: user.password,
          proposed_password: 'Another-2029!',
          access_token: user.accessToken,
        },
      }),
    )
    expect(status).toBe(400)
    expect(await database.asSystem((tx) => findPasswordHash(tx, user.id))).toBe(replacement)
  })
})
