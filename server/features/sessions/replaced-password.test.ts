import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { answerDuring } from '../../../tests/support/server/locks.ts'
import { mailsIn } from '../../../tests/support/server/queued-mails.ts'
import type { Tx } from '../../db/client.ts'
import { hashPassword } from './hash-password.ts'
import { sendConfirmationCode } from './password-service.ts'
import { findPasswordHash, lockPasswordHash, setPassword } from './repository.ts'

// Each call has verified the old password, or a code, before the password is replaced by a concurrent transaction.

let test: TestApp
let replacement: string
beforeAll(async () => {
  test = await createTestApp()
  replacement = await hashPassword('Chosen-2028!')
})
afterAll(() => test.close())

const replacePassword = (userId: number) => (tx: Tx) => setPassword(tx, userId, replacement, new Date())
const hashOf = (userId: number) => test.deps.database.asSystem((tx) => findPasswordHash(tx, userId))

it('signing in opens no session with a password that is replaced in the meantime', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const { organizationCode: organization_code, username, password } = user
  const { status } = await answerDuring(test, {
    lock: replacePassword(user.id),
    send: () =>
      test.ask('POST', '/api/v1/login', { body: { organization_code, username, password, email: '' } }),
  })
  expect(status).toBe(401)
})

it('changing a password does not overwrite one that is replaced in the meantime', async () => {
  const user = await test.signIn(await buildUser(test.deps.database, test.own))
  const body = {
    previous_password: user.password,
    proposed_password: 'Another-2029!',
    access_token: user.accessToken,
  }
  const { status } = await answerDuring(test, {
    lock: replacePassword(user.id),
    send: () => test.ask('POST', '/api/v1/change-password', { as: user, body }),
  })
  expect(status).toBe(400)
  expect(await hashOf(user.id)).toBe(replacement)
})

it('a confirmation code does not deadlock with a password that is replaced', async () => {
  const user = await buildUser(test.deps.database, test.own)
  await sendConfirmationCode(test.deps, { organization_code: user.organizationCode, email: user.email })
  const [mail] = await mailsIn(test, user.email)
  const body = {
    confirmation_code: /確認コード: (\S+)/.exec(mail?.text ?? '')?.[1],
    username: user.username,
    new_password: 'Another-2029!',
    confirm_new_password: 'Another-2029!',
  }
  const { status } = await answerDuring(test, {
    lock: (tx) => lockPasswordHash(tx, user.id),
    send: () => test.ask('POST', '/api/v1/confirm-forgot-password', { body }),
    work: replacePassword(user.id),
  })
  expect(status).toBe(400)
  expect(await hashOf(user.id)).toBe(replacement)
})
