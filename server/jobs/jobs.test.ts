import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import { dataOf } from '../../tests/support/server/data.ts'
import { createTestDatabase } from '../../tests/support/server/database.ts'
import { signInAttempts } from '../db/schema.ts'
import { createJobQueue } from '../queue/job-queue.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ work: true })
})
afterAll(() => test.close())

describe('a changed range of a meter with a long history', () => {
  it('is judged to the end by itself', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await database.asSystem((tx) =>
      tx.execute(sql`
        insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
        select ${test.own.id}, ${meter.id}, 0.5, 'entered', 'entry', false, now() - n * interval '1 min'
        from generate_series(1, 3100) as n`),
    )
    const as = test.own.general
    const range = { emergency_start_value: 0.4, emergency_end_value: 1 }
    const path = `/api/v1/meters/${meter.id}`
    const changed = dataOf('updateMeter', await test.ask('PUT', path, { as, body: range }))
    expect(changed.rejudging).toEqual({ total: 3100, done: 0 })
    await expect.poll(async () => dataOf('meter', await test.ask('GET', path, { as })).rejudging).toBeNull()
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select count(*)::int as n from readings where meter_id = ${meter.id} and is_abnormal`),
    )
    expect(rows).toEqual([{ n: 3100 }])
  })
})

describe('a job', () => {
  it('is not enqueued when the call it belongs to is rolled back', async () => {
    const { database, jobs } = test.deps
    const job = { organizationId: test.own.id, readingId: 987_654, meterId: 1 }
    await expect(
      database.inOrganization(test.own.id, test.own.general.id, async (tx) => {
        await jobs.enqueue(tx, 'read-picture', [job])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select id from pgboss.job where data->>'readingId' = '987654'`),
    )
    expect(rows).toEqual([])
  })

  it('of which there is one only is enqueued once, also when it is asked for twice in one breath', async () => {
    // Nobody works on jobs, so that they are seen.
    const idle = await createTestApp()
    try {
      const { deps, own } = idle
      const mail = { organizationId: own.id, subject: 'alert', id: 7, userId: own.admin.id }
      await deps.database.asSystem((tx) =>
        deps.jobs.enqueue(tx, 'notice-mail', [mail, { ...mail, instead: true }]),
      )
      const { rows } = await deps.database.asSystem((tx) =>
        tx.execute(sql`select data from pgboss.job where name = 'notice-mail'`),
      )
      expect(rows).toEqual([{ data: mail }])
    } finally {
      await idle.close()
    }
  })

  it('reads the photograph of another organization after a few of a camera’s 500 pictures, each meter in order', async () => {
    const idle = await createTestApp()
    try {
      const { database, jobs } = idle.deps
      const enqueue = (organizationId: number, readingIds: number[]) =>
        database.inOrganization(organizationId, null, async (tx) => {
          for (const readingId of readingIds) {
            await jobs.enqueue(tx, 'read-picture', [{ organizationId, readingId, meterId: readingId % 100 }])
          }
        })
      for (let sent = 0; sent < 5; sent++) {
        await enqueue(
          idle.own.id,
          Array.from({ length: 100 }, (_, meter) => sent * 100 + meter),
        )
      }
      await enqueue(idle.other.id, [1000])
      // As pg-boss fetches them.
      const { rows } = await database.asSystem((tx) =>
        tx.execute<{ data: { organizationId: number; readingId: number } }>(
          sql`select data from pgboss.job where name = 'read-picture' order by priority desc, created_on`,
        ),
      )
      const order = rows.map(({ data }) => data)
      expect(order.findIndex(({ organizationId }) => organizationId === idle.other.id)).toBeLessThan(3)
      const own = order.filter(({ organizationId }) => organizationId === idle.own.id)
      expect(own.map(({ readingId }) => readingId)).toEqual(Array.from({ length: 500 }, (_, index) => index))
    } finally {
      await idle.close()
    }
  })

  it('leaves the call with the rights it had, which do not reach the queue', async () => {
    const { database, jobs } = test.deps
    const { rows } = await database.inOrganization(test.own.id, test.own.general.id, async (tx) => {
      await jobs.enqueue(tx, 'read-picture', [
        { organizationId: test.own.id, readingId: 987_655, meterId: 1 },
      ])
      return tx.execute(
        sql`select current_user as who, has_schema_privilege(current_user, 'pgboss', 'usage') as reaches`,
      )
    })
    expect(rows).toEqual([{ who: 'kenshin_app', reaches: false }])
  })

  it('deletes once a day what can serve nobody any more', async () => {
    const attempts = () => test.deps.database.asSystem((tx) => tx.$count(signInAttempts))
    await test.deps.database.asSystem(async (tx) => {
      const { rows } = await tx.execute(
        sql`select cron, options->'singletonSeconds' as seconds from pgboss.schedule where name = 'upkeep'`,
      )
      expect(rows).toEqual([{ cron: '0 * * * *', seconds: 86_400 }])
      await tx
        .insert(signInAttempts)
        .values({ account: 'a', address: 'b', succeeded: false, at: new Date(0) })
      await tx.execute(sql`insert into pgboss.job (name) values ('upkeep')`)
    })
    await expect.poll(attempts).toBe(0)
  })

  it('finds its queue when several servers start on one new database at once', async () => {
    const { url, close } = await createTestDatabase()
    const servers = Array.from({ length: 3 }, () => createJobQueue({ ...test.deps, databaseUrl: url }))
    try {
      await Promise.all(servers.map((jobs) => jobs.start()))
    } finally {
      await Promise.all(servers.map((jobs) => jobs.stop()))
      await close()
    }
  })
})
