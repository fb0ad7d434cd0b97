import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildMembership, buildUser, type SignedInUser } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addKey } from '../../../tests/support/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/data.ts'
import { mailsIn } from '../../../tests/support/queued-mails.ts'
import type { Mail } from '../../mail/mailer.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example' } })
})
afterAll(() => test.close())

const newMember = async (organization = test.own) =>
  test.signIn(await buildUser(test.deps.database, organization))
const newAddress = () => `${randomUUID()}@example.com`
const change = (as: SignedInUser, of: SignedInUser, email: string, given: object = {}) =>
  test.ask('PUT', `/api/v1/user/${of.id}`, { as, body: { email, ...given } })
const confirm = (code: string) =>
  test.ask('POST', '/api/v1/confirm-email', { body: { confirmation_code: code } })
const emailOf = async (as: SignedInUser) =>
  dataOf('me', await test.ask('GET', '/api/v1/user/me', { as })).email
const codeIn = (mail: Mail | undefined) => /確認コード: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
const codeTo = async (address: string) => codeIn((await mailsIn(test, address)).at(-1))

describe('an e-mail address', () => {
  it('changes once the new one is confirmed; the old one is told both times', async () => {
    const person = await newMember()
    const email = newAddress()
    expect((await change(person, person, email, { role: role.general })).status).toBe(200)
    const me = dataOf('me', await test.ask('GET', '/api/v1/user/me', { as: person }))
    expect(me).toMatchObject({ email: person.email, pending_email: email })
    const [mail] = await mailsIn(test, email)
    expect(mail?.text).toContain(`https://kenshin.example/confirm-email#${codeIn(mail)}`)
    const confirmed = await confirm(codeIn(mail))
    expect(dataOf('confirmEmail', confirmed)).toEqual({ email })
    expect(await emailOf(person)).toBe(email)
    const told = await mailsIn(test, person.email)
    expect(told.map(({ subject }) => subject)).toEqual([
      '【検針】メールアドレスの変更の申請',
      '【検針】メールアドレスが変更されました',
    ])
    expect((await confirm(codeIn(mail))).status).toBe(400)
  })

  it('is refused where it is another’s or the same, in the words of the documents', async () => {
    const person = await newMember()
    expect(failureOf(await change(person, person, test.other.general.email.toUpperCase())).messages).toEqual([
      '既に使用されているメールアドレスです',
    ])
    expect(failureOf(await change(person, person, person.email)).messages).toEqual([
      'メールアドレスが変更されていません',
    ])
  })

  it('that somebody else has taken in the meantime is not confirmed', async () => {
    const person = await newMember()
    const email = newAddress()
    await change(person, person, email)
    await buildUser(test.deps.database, test.other, { email })
    expect(failureOf(await confirm(await codeTo(email))).code).toBe('email_taken')
    expect(await emailOf(person)).toBe(person.email)
  })

  it('is confirmed by the newest code only, for an hour', async () => {
    const person = await newMember()
    const [first, second] = [newAddress(), newAddress()]
    await change(person, person, first)
    await change(person, person, second)
    expect((await confirm(await codeTo(first))).status).toBe(400)
    test.advance(61 * 60_000)
    expect((await confirm(await codeTo(second))).status).toBe(400)
  })

  it('is changed by an administrator of the organization, and by no colleague, key or stranger', async () => {
    const person = await newMember()
    const email = newAddress()
    expect((await change(await newMember(), person, email)).status).toBe(403)
    expect((await change(await test.signIn(test.other.admin), person, email)).status).toBe(404)
    const key = await addKey(test.deps, test.own.id, person.id)
    const byKey = await test.ask('PUT', `/api/v1/user/${person.id}`, {
      headers: { apikey: `${key.accessKey}:secret` },
      body: { email },
    })
    expect(byKey.status).toBe(403)
    const again = await test.signIn(test.own.admin)
    expect((await change(again, test.own.system, email)).status).toBe(404)
    expect((await change(again, person, email)).status).toBe(200)
    const [told] = await mailsIn(test, person.email)
    expect(told?.text).toContain(`${again.username} さん`)
  })

  it('of somebody in several organizations is changed by that person alone', async () => {
    const person = await newMember()
    await buildMembership(test.deps.database, person, test.other)
    const again = await test.signIn(test.own.admin)
    expect((await change(again, person, newAddress())).status).toBe(403)
    expect((await change(person, person, newAddress())).status).toBe(200)
  })

  it('gets a few mails an hour and no more', async () => {
    const person = await newMember()
    const answers = []
    for (let n = 0; n < 6; n++) answers.push((await change(person, person, newAddress())).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})
