import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import type { Tx } from './client.ts'
import { groups } from './schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await addMeter(test.deps.database, test.own.id)
})
afterAll(() => test.close())

const inOrganization = <T>(work: (tx: Tx) => Promise<T>, access?: 'read only') =>
  test.deps.database.inOrganization(test.own.id, null, work, access)

const metersSeen = async (tx: Tx) => {
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from meters`)
  return rows[0]?.n
}
const addGroup = (tx: Tx) => tx.insert(groups).values({ organizationId: test.own.id, name: 'G' })
const groupsKept = () => inOrganization((tx) => tx.$count(groups))

it('a connection shows nothing, and takes nothing, once its transaction is over', async () => {
  const seen = await inOrganization(async (tx) => {
    const inside = await metersSeen(tx)
    await tx.execute(sql`rollback`)
    const refused = await addGroup(tx).then(
      () => 'taken',
      () => 'refused',
    )
    return { inside, outside: await metersSeen(tx), refused }
  })
  expect(seen).toEqual({ inside: 1, outside: 0, refused: 'refused' })
  expect(await groupsKept()).toBe(0)
})

it('a transaction that only reads cannot write', async () => {
  await expect(inOrganization(addGroup, 'read only')).rejects.toMatchObject({ cause: { code: '25006' } })
  expect(await groupsKept()).toBe(0)
})

it('a failure undoes the transaction, tells why, and leaves the connection to the next', async () => {
  const failing = async (tx: Tx) => {
    await addGroup(tx)
    throw new Error('on purpose')
  }
  for (let turn = 0; turn < 12; turn++) await expect(inOrganization(failing)).rejects.toThrow('on purpose')
  expect(await groupsKept()).toBe(0)
})

it('questions that are asked together each get their own answer, a failing one its failure', async () => {
  const together = inOrganization((tx) =>
    Promise.all([metersSeen(tx), tx.execute(sql`select 1 / 0`), metersSeen(tx)]),
  )
  await expect(together).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(await inOrganization((tx) => Promise.all([metersSeen(tx), tx.$count(groups)]))).toEqual([1, 0])
})

it('nothing is written behind a beginning that failed, with the rights of whomever', async () => {
  const never = 'write only' as 'read only'
  await expect(inOrganization(addGroup, never)).rejects.toMatchObject({ code: '42601' })
  await expect(test.deps.database.asSystem(addGroup, never)).rejects.toMatchObject({ code: '42601' })
  expect(await groupsKept()).toBe(0)
})

it('work that passes over a failed query is not told that it was kept', async () => {
  const careless = async (tx: Tx) => {
    await addGroup(tx)
    await tx.execute(sql`select 1 / 0`).catch(() => 'never mind')
  }
  await expect(inOrganization(careless)).rejects.toThrow('cannot be committed')
  expect(await groupsKept()).toBe(0)
})

it('a transaction of the owner begins outside every organization', async () => {
  await inOrganization(metersSeen, 'read only')
  expect(await test.deps.database.asSystem(metersSeen)).toBe(1)
})

it('one organization’s calls, however many, leave the others theirs; beyond what may wait it is told to come back', async () => {
  const { own, other } = test
  await test.deps.database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(77)`)
    const many = Array.from({ length: 105 }, () =>
      inOrganization((mine) => mine.execute(sql`select pg_advisory_xact_lock(77)`)).catch(() => 'given up'),
    )
    const [refused, answered] = await Promise.all([
      test.ask('GET', '/api/v1/meters', { as: own.general }),
      test.ask('GET', '/api/v1/meters', { as: other.general }),
    ])
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(answered.status).toBe(200)
    await tx.execute(sql`rollback`)
    await Promise.all(many)
  })
  expect((await test.ask('GET', '/api/v1/meters', { as: own.general })).status).toBe(200)
})
