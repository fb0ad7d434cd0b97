import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faces, photograph, plain, referencePicture, settingsOf } from '../../faces/index.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import { dataOf } from '../../tests/support/server/data.ts'
import { recordPicture } from '../features/pictures/store.ts'
import { parsePicture } from '../features/pictures/upload.ts'
import { createPictureWorkers, type PictureWorkers } from '../imaging/picture-workers.ts'
import { createJobQueue } from '../queue/job-queue.ts'
import { startWorkers } from './workers.ts'

const counter = faces.find(({ key }) => key === 'city-gas') as (typeof faces)[number]
const values = [24_241.5, 24_242.5, 24_243.5, 24_244.5]

let pictures: Buffer[]
beforeAll(async () => {
  pictures = await Promise.all(values.map(async (value) => (await photograph(counter, value, plain)).jpeg))
})

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

const addCounter = (pictureSha256: string | null = null) =>
  addMeter(test.deps.database, test.own.id, {
    meterCategoryId: counter.category,
    settings: settingsOf(counter).settings,
    digitNumber: counter.digits,
    decimalPoint: counter.decimals,
    startValue: null,
    endValue: null,
    pictureSha256,
  })

const send = async (meterId: number, picture: Buffer) => {
  const body = {
    meter_id: meterId,
    value: null,
    created_at: '2026-11-20 09:00:00',
    image_base64: picture.toString('base64'),
  }
  const answer = await test.ask('POST', '/api/v1/meter-value', { as: test.own.general, body })
  return dataOf('createReading', answer)
}

const readingOf = async (id: number) =>
  dataOf('reading', await test.ask('GET', `/api/v1/meters-value/${id}`, { as: test.own.general }))
const read = (id: number) => expect.poll(async () => (await readingOf(id)).read_state).toBe(1)

/** The states of a meter’s reading jobs. */
const jobsOf = async (meterId: number) => {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<{ state: string }>(
      sql`select state from pgboss.job where name = 'read-picture' and group_id = ${`${test.own.id} ${meterId}`}`,
    ),
  )
  return rows.map(({ state }) => state)
}

/** A second server beside the one of the test. */
function secondServer(workers: PictureWorkers) {
  const jobs = createJobQueue({ ...test.deps, databaseUrl: test.databaseUrl })
  return {
    start: () => jobs.start(),
    work: () => startWorkers({ ...test.deps, jobs, workers }),
    stop: () => jobs.stop(),
  }
}

describe('the pictures of one meter', () => {
  it('are each read, also where two servers read them at the same moment', async () => {
    const meter = await addCounter()
    const ids: number[] = []
    for (const picture of pictures) ids.push((await send(meter.id, picture)).id)
    const workers = createPictureWorkers()
    const second = secondServer(workers)
    await second.start()
    try {
      await Promise.all([startWorkers(test.deps), second.work()])
      for (const id of ids) await read(id)
      await expect.poll(() => jobsOf(meter.id)).toEqual(ids.map(() => 'completed'))
    } finally {
      await second.stop()
      await workers.close()
    }
  })

  it('leave the second place of a server to those of another meter while one of them is read', async () => {
    const [first, other] = [await addCounter(), await addCounter()]
    const ids = []
    for (const picture of pictures.slice(0, 3)) ids.push((await send(first.id, picture)).id)
    const ofOther = pictures[3] as Buffer
    const { id } = await send(other.id, ofOther)
    const { promise: release, resolve: goOn } = Promise.withResolvers<void>()
    let underWay = 0
    let max = 0
    const server = secondServer({
      ...test.deps.workers,
      read: async (request, original, ...known) => {
        if (ofOther.equals(await original())) return test.deps.workers.read(request, original, ...known)
        max = Math.max(max, ++underWay)
        await release
        const result = await test.deps.workers.read(request, original, ...known)
        underWay -= 1
        return result
      },
    })
    await server.start()
    try {
      await server.work()
      await read(id)
      for (const held of ids) expect(await readingOf(held)).toMatchObject({ read_state: 0 })
      goOn()
      for (const held of ids) await read(held)
      expect(max).toBe(1)
    } finally {
      goOn()
      await server.stop()
    }
  })

  it('that wait in a queue of before, which holds their meter up by an old count, are read after a start', async () => {
    const meter = await addCounter()
    const before = new PgBoss({ connectionString: test.databaseUrl, supervise: false, schedule: false })
    await before.start()
    await before.deleteQueue('read-picture')
    await before.createQueue('read-picture', { policy: 'singleton', deadLetter: 'read-picture-dead' })
    await before.stop()
    const ids: number[] = []
    for (const picture of pictures) ids.push((await send(meter.id, picture)).id)
    await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`update pgboss.job set singleton_key = group_id where name = 'read-picture'`)
      await tx.execute(sql`update pgboss.queue set singletons_active = array[${`${test.own.id} ${meter.id}`}]
                           where name = 'read-picture'`)
    })
    const workers = createPictureWorkers()
    const [later, another] = [secondServer(workers), secondServer(workers)]
    try {
      await Promise.all([later.start(), another.start()])
      expect(await jobsOf(meter.id)).toEqual(ids.map(() => 'created'))
      await later.work()
      for (const id of ids) await read(id)
    } finally {
      await Promise.all([later.stop(), another.stop()])
      await workers.close()
    }
  })

  it('do not wait for one that cannot be read now', async () => {
    const [first, next] = pictures as [Buffer, Buffer]
    const meter = await addCounter()
    const broken = await send(meter.id, first)
    const sha256 = broken.sha256 ?? ''
    await rm(join(test.dataDir, 'pictures', String(test.own.id), sha256.slice(0, 2), sha256))
    const { id } = await send(meter.id, next)
    await startWorkers(test.deps)
    await read(id)
    await expect.poll(() => jobsOf(meter.id)).toContain('retry')
    expect(await readingOf(broken.id)).toMatchObject({ read_state: 0 })
  })
})

it('a photograph is read as it stands when storage has lost its meter’s reference picture', async () => {
  const reference = await parsePicture(await referencePicture(counter), 'reference')
  await test.deps.database.asSystem((tx) => recordPicture(tx, test.own.id, reference))
  const meter = await addCounter(reference.sha256)
  const { id } = await send(meter.id, pictures[0] as Buffer)
  await startWorkers(test.deps)
  await read(id)
  const reading = await readingOf(id)
  expect(reading.registration).toBeNull()
  expect(reading.value).toBeCloseTo(values[0] ?? Number.NaN, 1)
})

it('enqueues in the same time however many jobs wait', async () => {
  const buffers = await test.deps.database.asSystem(async (tx) => {
    await tx.execute(sql`insert into pgboss.job (name, data, priority)
      select 'read-picture', jsonb_build_object('organizationId', i % 3 + 1), -i / 3 from generate_series(1, 30000) i`)
    await tx.execute(sql`analyze pgboss.job`)
    const enqueue = async (id: number) => {
      const jobs = JSON.stringify([{ id, groupId: 1, data: { organizationId: 1 } }])
      const { rows } = await tx.execute<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
        sql`explain (analyze, buffers, format json) select enqueue_jobs('read-picture', ${jobs}::jsonb)`,
      )
      return rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']
    }
    // The first call reads the catalog.
    await enqueue(1)
    return enqueue(2)
  })
  // 60; a scan of all waiting jobs takes 660.
  expect(buffers).toBeLessThan(300)
})
