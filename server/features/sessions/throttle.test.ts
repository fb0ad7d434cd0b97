// Covers docs/requirements.md: 310

import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildUser, type TestUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { mailsIn } from '../../../tests/support/server/queued-mails.ts'
import { confirmationCodes, deviceMarks, signInAttempts } from '../../db/schema.ts'
import { sendGuessingMail } from './guessing.ts'
import { beginAttempt } from './throttle.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
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

/** Sets another password by a mailed code. Returns what a browser sends back afterwards. */
async function reset(user: TestUser, from: string): Promise<{ password: string; mark: string }> {
  const code = 'ABCDE-FGHJK'
  const codeHash = createHmac('sha256', test.deps.secrets.codeKey).update(code.replace('-', '')).digest('hex')
  await test.deps.database.asSystem((tx) => {
    const expiresAt = new Date(test.deps.clock().getTime() + 60_000)
    return tx.insert(confirmationCodes).values({ userId: user.id, codeHash, expiresAt })
  })
  const password = 'Another-2027!'
  const answer = await test.ask('POST', '/api/v1/confirm-forgot-password', {
    body: {
      confirmation_code: code,
      username: user.username,
      new_password: password,
      confirm_new_password: password,
    },
    from,
  })
  expect(answer.status).toBe(200)
  return { password, mark: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
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
  const { password, mark } = await reset(user, from)
  expect(await login(user, password, from)).toMatchObject({ status: 429 })
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

describe('guessing one account’s password from many addresses', () => {
  /** Makes wrong attempts, each from its own network. */
  async function guess(user: TestUser, times: number, net: number) {
    for (let n = 0; n < times; n++) await login(user, 'wrong', `10.${net}.0.${n}`)
  }
  /** Failures of the last minute, each from its own network. */
  const seed = (user: TestUser, times: number, name = `${user.organizationCode}\n${user.username}`) =>
    test.deps.database.asSystem((tx) => {
      const account = createHash('sha256').update(name).digest('hex')
      const at = new Date(test.deps.clock().getTime() - 30_000)
      const failure = (n: number) => ({
        account,
        userId: user.id === 0 ? null : user.id,
        address: `10.99.0.${n}`,
        succeeded: false,
        at,
      })
      return tx.insert(signInAttempts).values(Array.from({ length: times }, (_, n) => failure(n)))
    })
  const warnings = async (user: TestUser) => {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ data: { userId: number; day: string } }>(
        sql`select data from pgboss.job where name = 'guessing-mail' and data ->> 'userId' = ${String(user.id)}
          order by data ->> 'day'`,
      ),
    )
    return rows.map(({ data }) => data)
  }

  it('evaluates 50 of 1,500 attempts', async () => {
    const user = await buildUser(test.deps.database, test.own)
    const now = test.deps.clock()
    let evaluated = 0
    for (let n = 0; n < 1500; n++) {
      const attempt = beginAttempt(test.deps.database, now, {
        account: `${user.organizationCode}\n${user.username}`,
        userId: user.id,
        address: `10.1.${n >> 8}.${n & 255}`,
        isKnown: false,
        countedEverywhere: 'person',
      })
      evaluated += await attempt.then(
        () => 1,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'too_many_requests', retryAfter: 1 })
          return 0
        },
      )
    }
    expect(evaluated).toBe(50)
  })

  it('keeps nobody out on a familiar device or network, and elsewhere for 30 seconds at most', async () => {
    const user = await buildUser(test.deps.database, test.own)
    const home = '203.0.113.80'
    const mark = await markOf(user, home)
    await seed(user, 70)
    const elsewhere = '10.9.0.2'
    await guess(user, 1, 2)
    const waiting = await login(user, user.password, elsewhere)
    expect(waiting).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(waiting.headers['retry-after'])).toBeLessThanOrEqual(30)
    expect(await login(user, user.password, '198.51.100.80', mark)).toMatchObject({ status: 200 })
    expect(await login(user, user.password, home)).toMatchObject({ status: 200 })
    // An attempt under the other name of the same person is not evaluated either.
    const byEmail = { ...user, username: user.email }
    expect(await login(byEmail, user.password, '10.9.0.1')).toMatchObject({ status: 401 })
    test.advance(30_000)
    expect(await login(user, user.password, elsewhere)).toMatchObject({ status: 200 })
  })

  /** Fails 50 times from elsewhere, and expects that none of these callers is exempt from waiting. */
  async function expectUnfamiliar(user: TestUser, net: number, callers: [from: string, mark?: string][]) {
    await seed(user, 49)
    await guess(user, 1, net)
    for (const [from, mark] of callers)
      expect(await login(user, 'wrong', from, mark), `${from} ${mark}`).toMatchObject({ status: 429 })
  }

  it('does not exempt devices and networks of before an invitation set the password', async () => {
    const planted = await buildUser(test.deps.database, test.other)
    const network = '203.0.113.81'
    const mark = await markOf(planted, network)
    const body = { email: planted.email, role: role.general, is_alert_mail: false, white_ips: null }
    const as = await test.signIn(test.own.admin)
    expect(await test.ask('POST', '/api/v1/user/invite', { as, body })).toMatchObject({ status: 201 })
    const mail = (await mailsIn(test, planted.email)).at(-1)
    const accepted = await test.ask('POST', '/api/v1/invitation/accept', {
      body: {
        invitation_code: /招待コード: (\S+)/.exec(mail?.text ?? '')?.[1],
        new_password: 'Chosen-2028!',
      },
    })
    expect(accepted.status).toBe(200)
    await expectUnfamiliar(planted, 42, [[network], [newAddress(), mark]])
  })

  it('exempts only the device of the reset after a reset by mail', async () => {
    const user = await buildUser(test.deps.database, test.own)
    const network = '203.0.113.82'
    const before = await markOf(user, network)
    const { password, mark } = await reset(user, newAddress())
    await expectUnfamiliar(user, 43, [[network], [newAddress(), before]])
    expect(await login(user, password, '198.51.100.82', mark)).toMatchObject({ status: 200 })
    // From here on the network is known again.
    expect(await login(user, password, '198.51.100.82')).toMatchObject({ status: 200 })
  })

  it('still exempts known devices and networks after the person has changed the password', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    const network = '203.0.113.83'
    const mark = await markOf(user, network)
    const password = 'Another-2027!'
    const changed = await test.ask('POST', '/api/v1/change-password', {
      as: user,
      body: {
        previous_password: user.password,
        proposed_password: password,
        access_token: user.accessToken,
      },
    })
    expect(changed.status).toBe(200)
    await expectUnfamiliar(user, 44, [[newAddress()]])
    expect(await login(user, password, network)).toMatchObject({ status: 200 })
    expect(await login(user, password, '198.51.100.83', mark)).toMatchObject({ status: 200 })
  })

  it('does not reveal whether the account exists', async () => {
    const user = await buildUser(test.deps.database, test.own)
    const nobody = { ...user, id: 0, username: 'nobody-at-all' }
    for (const one of [user, nobody]) {
      await seed(one, 49)
      expect(await login(one, 'wrong', newAddress())).toMatchObject({ status: 401 })
      const refused = await login(one, 'wrong', newAddress())
      expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
      expect(refused.headers['retry-after']).toBe('1')
    }
  })

  it('mails the user once a day', async () => {
    const user = await buildUser(test.deps.database, test.own)
    // From the beginning of a day, so that none ends in the middle of the test.
    test.advance(86_400_000 - (test.deps.clock().getTime() % 86_400_000))
    const [today, tomorrow] = [0, 1].map((days) =>
      new Date(test.deps.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10),
    )
    await seed(user, 48)
    await guess(user, 1, 30)
    expect(await warnings(user)).toEqual([])
    await guess(user, 3, 31)
    const first = { userId: user.id, day: today }
    await expect.poll(() => warnings(user)).toEqual([first])
    test.advance(40_000)
    await guess(user, 1, 32)
    test.advance(86_400_000)
    await seed(user, 49)
    await guess(user, 1, 33)
    await expect.poll(() => warnings(user)).toEqual([first, { userId: user.id, day: tomorrow }])

    await sendGuessingMail(test.deps, { userId: user.id, day: '2026-11-27' })
    const folder = join(test.dataDir, 'outbox-mail')
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(mails.filter((mail) => mail.includes(`To: ${user.email}`))).toHaveLength(1)
  })

  it('counts wrong passwords of sessions apart, and makes them wait as well', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    await seed(user, 60)
    const change = (from: string, previous_password = 'wrong') =>
      test.ask('POST', '/api/v1/change-password', {
        as: user,
        body: { previous_password, proposed_password: 'Another-2027!', access_token: user.accessToken },
        from,
      })
    // Strangers who fail to sign in do not keep the user from changing the password.
    await seed(user, 49, `user\n${user.id}`)
    expect(await change('10.41.0.1')).toMatchObject({ status: 400 })
    expect(await change('10.41.1.1', user.password)).toMatchObject({ status: 429 })
    test.advance(1000)
    expect(await change('10.41.1.1', user.password)).toMatchObject({ status: 200 })
  })
})
