// Covers docs/requirements.md: 283

import { sql } from 'drizzle-orm'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { changedNouns, changedSchema } from '../../../contract/events.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addDevice,
  addGroup,
  addInspection,
  addMeter,
  addReading,
} from '../../../tests/support/server/builders.ts'
import type { Change } from '../../changes/feed.ts'

let test: TestApp
let origin: string
const clients: AbortController[] = []
beforeAll(async () => {
  // Nothing ends with a beat.
  test = await createTestApp({ beat: 600_000 })
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.abort()
})
afterAll(() => test.close())

function connect(as: { idToken: string }, client = new AbortController(), at = origin) {
  clients.push(client)
  const headers = { authorization: `Bearer ${as.idToken}` }
  return fetch(`${at}/api/v1/events`, { headers, signal: client.signal })
}
const newUser = async () => test.signIn(await buildUser(test.deps.database, test.own))

/** A client that keeps what it hears. */
async function listen(as: { idToken: string }, at?: string) {
  const client = new AbortController()
  const response = await connect(as, client, at)
  const heard: Change[] = []
  let greetings = 0
  const ended = (async () => {
    const events = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    if (events === undefined) throw new Error('no body')
    for await (const { event, data } of events) {
      if (event === 'hello') greetings += 1
      else heard.push(changedSchema.parse(JSON.parse(data)))
    }
  })()
  // A client that goes away itself rejects: nobody waits for that.
  ended.catch(() => {})
  await expect.poll(() => greetings).toBe(1)
  return { response, heard, ended, leave: () => client.abort() }
}

/** Changes are gathered until the returned function is called. */
function stopIntervals(): () => void {
  const startTimer = globalThis.setTimeout
  const waiting: (() => void)[] = []
  const hold = (work: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) =>
    delay === 200 ? waiting.push(work) : startTimer(work, delay, ...given)
  const held = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  onTestFinished(() => held.mockRestore())
  return () => {
    held.mockRestore()
    for (const work of waiting) work()
  }
}

const nouns = (changes: readonly Change[]) => [...new Set(changes.map(({ noun }) => noun))].sort()
const post = (meterId: number, value: number) =>
  test.ask('POST', '/api/v1/meter-value', {
    as: test.own.general,
    body: { meter_id: meterId, value, created_at: '2026-11-20 09:00:00', image_base64: null },
  })

describe('the event stream', () => {
  it('is one that no proxy gathers or keeps', async () => {
    const { response } = await listen(test.own.general)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const head = await fetch(`${origin}/api/v1/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${test.own.general.idToken}` },
    })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('begins with what changed in the time that is asked for, where the server listened all that time', async () => {
    const witness = await listen(test.own.general)
    const user = await newUser()
    await addGroup(test.deps.database, test.own.id)
    // What was changed before it has been heard as well.
    await expect.poll(() => nouns(witness.heard)).toContain('groups')
    const heard = async (since: number) => {
      const client = new AbortController()
      const headers = { authorization: `Bearer ${user.idToken}` }
      const response = await fetch(`${origin}/api/v1/events?since=${since}`, {
        headers,
        signal: client.signal,
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      const text = (await reader?.read())?.value
      client.abort()
      return text?.match(/^data: .*/gm)
    }
    const complete = 'data: {"complete":true}'
    await addGroup(test.deps.database, test.other.id)
    const before = performance.now()
    await addInspection(test.deps.database, test.own.id)
    await expect
      .poll(() => heard(Math.ceil(performance.now() - before)))
      .toEqual([complete, 'data: {"noun":"inspections"}'])
    expect(await heard(0)).toEqual([complete])
    expect(await heard(3_600_000)).toEqual(['data: {}'])
    await expect.poll(() => nouns(witness.heard)).toContain('inspections')
  })

  it('says what changed in one’s own organization, in which meters, and nothing of others', async () => {
    const [own, other] = [await listen(test.own.general), await listen(test.other.general)]
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await expect.poll(() => own.heard).toEqual([{ noun: 'meters', meter_ids: [meter.id] }])
    await post(meter.id, 0.9)
    await expect
      .poll(() => own.heard.slice(1))
      .toEqual([
        { noun: 'readings', meter_ids: [meter.id] },
        { noun: 'alerts', meter_ids: [meter.id] },
      ])
    await addDevice(database, test.own.id)
    await addGroup(database, test.own.id)
    await addInspection(database, test.own.id)
    await expect
      .poll(() => nouns(own.heard))
      .toEqual(['alerts', 'devices', 'groups', 'inspections', 'meters', 'readings'])
    expect(own.heard.slice(3).every(({ meter_ids }) => meter_ids === undefined)).toBe(true)
    expect(other.heard).toEqual([])
  })

  it('says nothing of what is rolled back', async () => {
    const { heard } = await listen(test.own.general)
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await database
      .inOrganization(test.own.id, null, async (tx) => {
        await tx.execute(sql`update meters set name = 'x' where id = ${meter.id}`)
        await tx.execute(sql`insert into groups (organization_id, name) values (${test.own.id}, 'x')`)
        throw new Error('rolled back')
      })
      .catch(() => {})
    await addInspection(database, test.own.id)
    await expect.poll(() => nouns(heard)).toEqual(['inspections', 'meters'])
  })

  it('says a burst in few words, and leaves out the meters where they are many', async () => {
    const { database } = test.deps
    const { heard } = await listen(test.own.general)
    const meters = await Promise.all(Array.from({ length: 25 }, () => addMeter(database, test.own.id)))
    await addGroup(database, test.own.id)
    await expect.poll(() => nouns(heard)).toEqual(['groups', 'meters'])
    heard.splice(0)
    const insert = (meter: { id: number }, count: number) =>
      database.asSystem((tx) =>
        tx.execute(sql`
          insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
          select ${test.own.id}, ${meter.id}, 0.5, 'entered', 'entry', false, now()
          from generate_series(1, ${count}::int)`),
      )
    const [first] = meters
    if (first === undefined) throw new Error('no meter')
    await insert(first, 1000)
    await expect.poll(() => heard).toEqual([{ noun: 'readings', meter_ids: [first.id] }])
    heard.splice(0)
    // However long the changes take: what falls into one interval of the feed is one burst.
    const endInterval = stopIntervals()
    const began = performance.now()
    for (const meter of meters) for (let index = 0; index < 4; index++) await insert(meter, 1)
    await addGroup(database, test.own.id)
    const arrived = () => test.deps.changes.changedWithin(test.own.id, performance.now() - began)
    await expect.poll(arrived).toContain('groups')
    endInterval()
    await expect.poll(() => heard).toEqual([{ noun: 'readings' }, { noun: 'groups' }])
    await database.asSystem((tx) =>
      tx.execute(sql`update meters set name = name where organization_id = ${test.own.id}`),
    )
    await expect.poll(() => heard.at(-1)).toEqual({ noun: 'meters' })
  })

  it('holds no connection of the database', async () => {
    // More than there are connections.
    for (let index = 0; index < 6; index++) {
      await Promise.all([listen(test.own.general), listen(test.own.admin)])
    }
    const { status } = await test.ask('GET', '/api/v1/user/me', { as: test.own.general })
    expect(status).toBe(200)
  })
})

describe('a stream ends', () => {
  it('at once when the session ends by signing out', async () => {
    const user = await newUser()
    const [one, other] = [await listen(user), await listen(test.own.admin)]
    await test.ask('POST', '/api/v1/logout', { as: user })
    await one.ended
    await addGroup(test.deps.database, test.own.id)
    // That of the new user may come late.
    await expect.poll(() => nouns(other.heard)).toContain('groups')
  })

  it.each([
    ['the allowed addresses of its user exclude it', { white_ips: '203.0.113.9' }],
    ['its user is removed from the organization', null],
  ])('at once when %s', async (_what, change) => {
    const [user, colleague] = [await newUser(), await newUser()]
    const [one, other] = [await listen(user), await listen(colleague)]
    const path = `/api/v1/user/${user.id}/organization/${test.own.id}`
    const answer = await test.ask(change === null ? 'DELETE' : 'PUT', path, {
      as: test.own.admin,
      ...(change && { body: change }),
    })
    expect(answer.status).toBe(200)
    await one.ended
    await addGroup(test.deps.database, test.own.id)
    await expect.poll(() => nouns(other.heard)).toContain('groups')
  })

  it('at once when its organization is stopped', async () => {
    const stream = await listen(test.other.general)
    const body = { status: 1, plan_id: 1 }
    const answer = await test.ask('PUT', `/api/v1/organization/${test.other.id}`, {
      as: test.own.system,
      body,
    })
    expect(answer.status).toBe(200)
    await stream.ended
    await test.ask('PUT', `/api/v1/organization/${test.other.id}`, {
      as: test.own.system,
      body: { ...body, status: 0 },
    })
  })

  it('at once on every device when the password is changed', async () => {
    const built = await buildUser(test.deps.database, test.own)
    const [here, there] = [await test.signIn(built), await test.signIn(built)]
    const streams = [await listen(here), await listen(there)]
    const answer = await test.ask('POST', '/api/v1/change-password', {
      as: here,
      body: {
        previous_password: built.password,
        proposed_password: 'Another-Password-1',
        access_token: here.accessToken,
      },
    })
    expect(answer.status).toBe(200)
    await Promise.all(streams.map(({ ended }) => ended))
  })

  it('when the client leaves, so that its place is free', async () => {
    const user = await newUser()
    const open = await Promise.all(Array.from({ length: 10 }, () => listen(user)))
    const refused = await connect(user)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await connect(test.own.admin)).status).toBe(200)
    open[0]?.leave()
    await expect.poll(async () => (await connect(user)).status).toBe(200)
  })
})

it('a server that loses its connection for changes comes back, and then counts everything as changed', async () => {
  const { heard } = await listen(test.own.general)
  const kill = () =>
    test.deps.database.asSystem((tx) =>
      tx.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'kenshin-events' and datname = current_database()`),
    )
  await kill()
  await expect.poll(() => nouns(heard)).toEqual([...changedNouns].sort())
  heard.length = 0
  const meter = await addMeter(test.deps.database, test.own.id)
  await addReading(test.deps.database, meter)
  await expect.poll(() => nouns(heard)).toEqual(['meters', 'readings'])
})

it('a notice of a stranger on the channel is passed over', async () => {
  const { heard } = await listen(test.own.general)
  await test.deps.database.asSystem((tx) => tx.execute(sql`select pg_notify('kenshin_changes', 'x{')`))
  await addGroup(test.deps.database, test.own.id)
  await expect.poll(() => nouns(heard)).toEqual(['groups'])
})

it('a notice that SQL in a call of another organization sends makes a screen ask again, and nothing else', async () => {
  const { heard } = await listen(test.own.general)
  const notice = { organization_id: test.own.id, noun: 'readings', html: '<script>', meter_ids: [1] }
  await test.deps.database.inOrganization(test.other.id, null, (tx) =>
    tx.execute(sql`select pg_notify('kenshin_changes', ${JSON.stringify(notice)}),
      pg_notify('kenshin_changes', ${JSON.stringify({ ...notice, noun: 'sign-out' })})`),
  )
  await expect.poll(() => heard).toEqual([{ noun: 'readings', meter_ids: [1] }])
})

describe('a stream ends as well', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await createTestApp({ beat: 500 })
  })
  afterAll(() => own.close())

  it('when the token runs out, and when the server closes, which does not wait for it', async () => {
    const at = await own.app.listen({ host: '127.0.0.1', port: 0 })
    const { ended } = await listen(own.own.general, at)
    own.advance(16 * 60_000)
    await ended
    expect((await connect(own.own.general, undefined, at)).status).toBe(401)
    own.advance(-16 * 60_000)

    const last = await listen(own.own.general, at)
    // One that reads nothing holds up nobody either.
    await connect(own.own.admin, undefined, at)
    const began = performance.now()
    await own.app.close()
    expect(performance.now() - began).toBeLessThan(30_000)
    await last.ended
  })
})
