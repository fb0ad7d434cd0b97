import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../tests/support/server/builders.ts'
import type { Tx } from './client.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const inSnapshot = <T>(signal: AbortSignal, work: (tx: Tx) => Promise<T>) =>
  test.deps.database.inSnapshot(test.own.id, null, signal, work)
const count = async (tx: Tx) => {
  const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from readings`)
  return rows[0]?.n
}

it('sees one moment of its own organization only, and writes nothing', async () => {
  const { database } = test.deps
  const meter = await addMeter(database, test.own.id)
  await addReading(database, meter)
  await addReading(database, await addMeter(database, test.other.id))
  await inSnapshot(new AbortController().signal, async (tx) => {
    expect(await count(tx)).toBe(1)
    await addReading(database, meter)
    expect(await count(tx)).toBe(1)
  })
  const writing = inSnapshot(new AbortController().signal, (tx) =>
    tx.execute(sql`update meters set name = 'x'`),
  )
  await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } })
})

it('stops the query under way when the signal says so, and leaves the connection fit for the next', async () => {
  const left = new AbortController()
  const asleep = inSnapshot(left.signal, (tx) => tx.execute(sql`select pg_sleep(300)`))
  const sleeping = () =>
    test.deps.database.asSystem(async (tx) => {
      const { rows } = await tx.execute(sql`select pid from pg_stat_activity
        where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`)
      return rows.length
    })
  await expect.poll(sleeping).toBe(1)
  left.abort()
  await expect(asleep).rejects.toMatchObject({ cause: { code: '57014' } })
  expect(await inSnapshot(new AbortController().signal, count)).toBeGreaterThan(0)
  await expect(inSnapshot(left.signal, count)).rejects.toThrow('aborted')
})
