import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser, type TestUser } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { confirmationCodes, deviceMarks, signInAttempts } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

let addresses = 0
const newAddress = () => `192.0.2.${++addresses}`

const login = (user: TestUser, password: string, from: string, cookie?: string) =>
  test.ask('POST', '/api/v1/login', {
    body: { organization_code: user.organizationCode, username: user.username, password },
    from,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  })

/** What a browser sends back after a sign-in. */
async function markOf(user: TestUser, from: string): Promise<string> {
  const answer = await login(user, user.password, from)
  expect(answer.status).toBe(200)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

async function fail(user: TestUser, times: number, from: string) {
  for (let time = 0; time < times; time++)
    expect(await login(user, 'wrong', from)).toMatchObject({ status: 401 })
}

it('makes an address wait after five failures, longer each time, and names the seconds', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const from = newAddress()
  await fail(user, 5, from)
  const refused = await login(user, user.password, from)
  expect(refused).toMatchObject({
    status: 429,
    json: { code: 'too_many_requests' },
    headers: { 'retry-after': '1' },
  })
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    test.advance(seconds * 1000)
    await fail(user, 1, from)
  }
  const later = await login(user, user.password, from)
  expect(later.status).toBe(429)
  expect(Number(later.headers['retry-after'])).toBeLessThanOrEqual(30)
  test.advance(30_000)
  expect(await login(user, user.password, from)).toMatchObject({ status: 200 })
})

it('never keeps a colleague out at another address', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const attacker = newAddress()
  await fail(user, 5, attacker)
  expect(await login(user, user.password, attacker)).toMatchObject({ status: 429 })
  expect(await login(user, user.password, newAddress())).toMatchObject({ status: 200 })
})

it('never keeps a colleague out at the same address, on a device that they signed in on before', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const from = newAddress()
  const mark = await markOf(user, from)
  test.advance(1)
  await fail(user, 5, from)
  expect(await login(user, user.password, from)).toMatchObject({ status: 429 })
  const typedAsEmail = { ...user, username: user.email }
  expect(await login(typedAsEmail, user.password, newAddress(), mark)).toMatchObject({ status: 200 })
  expect(await login(user, user.password, from, `a=b; ${mark}`)).toMatchObject({ status: 200 })
  expect(await login(user, user.password, from)).toMatchObject({ status: 429 })
})

it('makes a device that signed in before wait as well, wherever it is', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const mark = await markOf(user, newAddress())
  test.advance(1)
  for (let time = 0; time < 5; time++)
    expect(await login(user, 'wrong', newAddress(), mark)).toMatchObject({ status: 401 })
  expect(await login(user, user.password, newAddress(), mark)).toMatchObject({ status: 429 })
})

it('takes the mark of one account for nothing at another, until both have signed in on the device', async () => {
  const [user, other] = await Promise.all([
    buildUser(test.deps.database, test.own),
    buildUser(test.deps.database, test.own),
  ])
  const from = newAddress()
  const mark = await markOf(other, newAddress())
  await fail(user, 5, from)
  expect(await login(user, user.password, from, mark)).toMatchObject({ status: 429 })
  const shared = await login(user, user.password, newAddress(), mark)
  expect(String(shared.headers['set-cookie'])).toContain(`${mark};`)
  for (const one of [user, other])
    expect(await login(one, one.password, from, mark)).toMatchObject({ status: 200 })
})

it('leaves each account two tries where the address waits because of others, and no more', async () => {
  const from = newAddress()
  const [colleague, tried] = await Promise.all([
    buildUser(test.deps.database, test.own),
    buildUser(test.deps.database, test.own),
  ])
  await test.deps.database.asSystem((tx) => {
    const at = test.deps.clock()
    const failure = (of: number) => ({ account: `other ${of}`, address: from, succeeded: false, at })
    return tx.insert(signInAttempts).values(Array.from({ length: 40 }, (_, of) => failure(of)))
  })
  expect(await login(colleague, colleague.password, from)).toMatchObject({ status: 200 })
  await fail(tried, 2, from)
  expect(await login(tried, tried.password, from)).toMatchObject({ status: 429 })
})

it('lets a person in who has proved by a mailed code whose account it is, whoever fails at their address', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const from = newAddress()
  await fail(user, 5, from)
  const code = 'ABCDE-FGHJK'
  const codeHash = createHmac('sha256', test.deps.secrets.codeKey).update(code.replace('-', '')).digest('hex')
  await test.deps.database.asSystem((tx) => {
    const expiresAt = new Date(test.deps.clock().getTime() + 60_000)
    return tx.insert(confirmationCodes).values({ userId: user.id, codeHash, expiresAt })
  })
  const password = 'Another-2027!'
  const reset = await test.ask('POST', '/api/v1/confirm-forgot-password', {
    body: {
      confirmation_code: code,
      username: user.username,
      new_password: password,
      confirm_new_password: password,
    },
    from,
  })
  expect(reset.status).toBe(200)
  expect(await login(user, password, from)).toMatchObject({ status: 429 })
  const mark = String(reset.headers['set-cookie']).split(';')[0]
  expect(await login(user, password, from, mark)).toMatchObject({ status: 200 })
})

it('counts user name and e-mail of one person together, without telling that they are one person’s', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const stranger = { ...user, username: 'nobody', email: 'nobody@example.com' }
  const byEmail = (of: TestUser) => ({ ...of, username: of.email })
  const from = newAddress()
  await fail(user, 5, from)
  expect(await login(user, user.password, from)).toMatchObject({ status: 429 })
  // As after a wrong password, and as with names that are nobody’s.
  expect(await login(byEmail(user), user.password, from)).toMatchObject({ status: 401 })
  await fail(stranger, 5, from)
  expect(await login(stranger, 'wrong', from)).toMatchObject({ status: 429 })
  expect(await login(byEmail(stranger), 'wrong', from)).toMatchObject({ status: 401 })
  // The try that was withheld has not made the wait any longer.
  test.advance(1000)
  expect(await login(byEmail(user), user.password, from)).toMatchObject({ status: 200 })
})

it('keeps only a hash of a device’s mark', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const [, mark = ''] = (await markOf(user, newAddress())).split('=')
  expect(mark).toHaveLength(43)
  const rows = await test.deps.database.asSystem((tx) => tx.select().from(deviceMarks))
  expect(rows.filter(({ userId }) => userId === user.id)).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(mark)
})

it('starts anew after a success', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const from = newAddress()
  await fail(user, 4, from)
  expect(await login(user, user.password, from)).toMatchObject({ status: 200 })
  test.advance(1)
  await fail(user, 5, from)
})

it('makes an address wait that tries many accounts', async () => {
  const from = newAddress()
  const users = await Promise.all(Array.from({ length: 8 }, () => buildUser(test.deps.database, test.own)))
  for (const user of users.slice(0, 7)) await fail(user, 4, from)
  const [last] = users.slice(-1)
  if (last === undefined) throw new Error('no user')
  await fail(last, 2, from)
  expect(await login(last, last.password, from)).toMatchObject({ status: 429 })
})

it('counts tries that run at the same time', async () => {
  const user = await buildUser(test.deps.database, test.own)
  const from = newAddress()
  const answers = await Promise.all(Array.from({ length: 12 }, () => login(user, 'wrong', from)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
})

it('takes the neighbours in one IPv6 network for one address', async () => {
  const user = await buildUser(test.deps.database, test.own)
  for (let host = 1; host <= 5; host++) await fail(user, 1, `2001:db8:0:1::${host}`)
  expect(await login(user, user.password, '2001:db8:0:1::99')).toMatchObject({ status: 429 })
  expect(await login(user, user.password, '2001:db8:0:2::1')).toMatchObject({ status: 200 })
})

it('keeps nothing of what was typed as a user name', async () => {
  const typed = 'MyPassword-typed-here-1!'
  await test.ask('POST', '/api/v1/login', {
    body: { organization_code: test.own.code, username: typed, password: 'x' },
    from: newAddress(),
  })
  const rows = await test.deps.database.asSystem((tx) => tx.select().from(signInAttempts))
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(typed.toLowerCase())
})
