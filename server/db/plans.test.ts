import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/app.ts'
import { listMeters } from '../features/meters/repository.ts'
import { listReadings } from '../features/readings/repository.ts'
import type { Tx } from './client.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** The plan when sorting is the last resort: a sort in it means that no index has the order that was asked for. */
const planOf = (query: (tx: Tx) => { getSQL(): SQL }) =>
  test.deps.database.inOrganization(test.own.id, null, async (tx) => {
    await tx.execute(sql`set local enable_sort = off`)
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query(tx).getSQL()}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

const page = (sort: 'asc' | 'desc') => ({ sort, skip: 0, limit: 50, after: { createdAt: new Date(), id: 5 } })

it.each(['asc', 'desc'] as const)('readings come off an index in order, %s', async (sort) => {
  const plan = await planOf((tx) => listReadings(tx, test.own.id, {}, page(sort)))
  expect(plan).toMatch(/Index Scan (Backward )?using readings_of_organization/)
  expect(plan).not.toMatch(/Sort/)
})

it('abnormal readings come off their own index in order', async () => {
  const plan = await planOf((tx) => listReadings(tx, test.own.id, { onlyAbnormal: true }, page('desc')))
  expect(plan).toMatch(/Index Scan Backward using readings_abnormal/)
  expect(plan).not.toMatch(/Sort/)
})

it('the latest readings of each meter are a few steps into an index', async () => {
  const plan = await planOf((tx) => listMeters(tx, test.own.id))
  const latest = plan.slice(plan.indexOf('Limit'))
  expect(latest).toMatch(/Index Scan Backward using readings_of_meter/)
  expect(latest).not.toMatch(/Sort/)
})
