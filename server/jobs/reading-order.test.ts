import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faces, photograph, plain, referencePicture, settingsOf } from '../../scripts/faces/index.ts'
import { createTestApp, type TestApp } from '../../tests/support/app.ts'
import { addMeter } from '../../tests/support/builders.ts'
import { dataOf } from '../../tests/support/data.ts'
import { takePicture } from '../features/pictures/intake.ts'
import { recordPicture } from '../features/pictures/keep.ts'
import { createJobs } from './jobs.ts'
import { createPictureWorkers } from './picture-workers.ts'

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

const look = async (id: number) =>
  dataOf('reading', await test.ask('GET', `/api/v1/meters-value/${id}`, { as: test.own.general }))
const read = (id: number) => expect.poll(async () => (await look(id)).read_state, { timeout: 20_000 }).toBe(1)

interface JobRow extends Record<string, unknown> {
  state: string
  startedOn: number | null
  completedOn: number | null
}

/** A meter’s reading jobs in the order in which its pictures came; times in seconds since 1970. */
const jobsOf = async (meterId: number) => {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<JobRow>(
      sql`select state, extract(epoch from started_on)::float8 as "startedOn",
            extract(epoch from completed_on)::float8 as "completedOn"
          from pgboss.job where name = 'read-picture' and singleton_key = ${String(meterId)}
          order by created_on`,
    ),
  )
  return rows
}

describe('the pictures of one meter', () => {
  it('are read one after the other in the order in which they came, whatever server reads them', async () => {
    const meter = await addCounter()
    const ids: number[] = []
    for (const picture of pictures) ids.push((await send(meter.id, picture)).id)
    const workers = createPictureWorkers()
    const databaseUrl = test.databaseUrl
    const second = createJobs({ ...test.deps, databaseUrl, workers })
    await second.start()
    try {
      await Promise.all([test.deps.jobs.work(), second.work()])
      for (const id of ids) await read(id)
      await expect
        .poll(async () => (await jobsOf(meter.id)).map(({ state }) => state), { timeout: 20_000 })
        .toEqual(ids.map(() => 'completed'))
    } finally {
      await second.stop()
      await workers.close()
    }
    const jobs = await jobsOf(meter.id)
    jobs.slice(1).forEach(({ startedOn }, index) => {
      expect(startedOn).toBeGreaterThanOrEqual(jobs[index]?.completedOn ?? Number.NaN)
    })
  })

  it('do not wait for one that cannot be read now', async () => {
    const [first, next] = pictures as [Buffer, Buffer]
    const meter = await addCounter()
    const broken = await send(meter.id, first)
    const sha256 = broken.sha256 ?? ''
    await rm(join(test.dataDir, 'pictures', String(test.own.id), sha256.slice(0, 2), sha256))
    const { id } = await send(meter.id, next)
    await test.deps.jobs.work()
    await read(id)
    expect((await jobsOf(meter.id)).map(({ state }) => state)).toContain('retry')
    expect(await look(broken.id)).toMatchObject({ read_state: 0 })
  })
})

it('a photograph is read as it stands when storage has lost its meter’s reference picture', async () => {
  const reference = await takePicture(await referencePicture(counter), 'reference')
  await test.deps.database.asSystem((tx) => recordPicture(tx, test.own.id, reference))
  const meter = await addCounter(reference.sha256)
  const { id } = await send(meter.id, pictures[0] as Buffer)
  await test.deps.jobs.work()
  await read(id)
  const reading = await look(id)
  expect(reading.registration).toBeNull()
  expect(reading.value).toBeCloseTo(values[0] ?? Number.NaN, 1)
})
