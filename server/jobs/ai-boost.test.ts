// Covers docs/requirements.md: 4, 471

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faces, photograph, plain, settingsOf } from '../../faces/index.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import { dataOf } from '../../tests/support/server/data.ts'
import { photograph as grey } from '../../tests/support/server/subjects.ts'
import { meters } from '../db/schema.ts'
import type { PictureWorkers } from '../imaging/picture-workers.ts'
import { runReadPicture } from './read-picture.ts'

const face = faces.find(({ key }) => key === 'city-gas') as (typeof faces)[number]

/** Nobody works on jobs: they are run by hand. */
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function send(useAiBoost: boolean, given?: Uint8Array) {
  const { id: meter_id } = await addMeter(app.deps.database, app.own.id, {
    meterCategoryId: face.category,
    settings: settingsOf(face).settings,
    digitNumber: face.digits,
    decimalPoint: face.decimals,
    useAiBoost,
  })
  const jpeg = given ?? (await photograph(face, 24_241.5, plain)).jpeg
  const created_at = '2026-11-20 09:00:00'
  const body = { meter_id, value: null, created_at, image_base64: Buffer.from(jpeg).toString('base64') }
  const answer = await app.ask('POST', '/api/v1/meter-value', { as: app.own.general, body })
  return { meterId: meter_id, readingId: dataOf('createReading', answer).id }
}

it.each([true, false])(
  'a picture is read with AI boost %s, as its reading says, whatever the meter says by now',
  async (boost) => {
    const { meterId, readingId } = await send(boost)
    const { database, workers } = app.deps
    await database.asSystem((tx) =>
      tx.update(meters).set({ useAiBoost: !boost }).where(eq(meters.id, meterId)),
    )
    const boosted: boolean[] = []
    const watched: PictureWorkers = {
      ...workers,
      read: (request, source, settings, known) => {
        boosted.push(settings.boost)
        return workers.read(request, source, settings, known)
      },
    }
    await runReadPicture({ ...app.deps, workers: watched }, { organizationId: app.own.id, readingId })
    expect(boosted).toEqual([boost])
    const answer = await app.ask('GET', `/api/v1/meters-value/${readingId}`, { as: app.own.general })
    expect(dataOf('reading', answer)).toMatchObject({ read_state: 1, ai_boost_enabled: boost })
  },
)

it('without a model an unsure picture stays in the house', async () => {
  const { readingId } = await send(true, grey)
  await runReadPicture(app.deps, { organizationId: app.own.id, readingId })
  const answer = await app.ask('GET', `/api/v1/meters-value/${readingId}`, { as: app.own.general })
  expect(dataOf('reading', answer)).toMatchObject({ read_state: 1, value: null })
  const { rows } = await app.deps.database.asSystem((tx) =>
    tx.execute(sql`select from pgboss.job where name = 'ask-model'`),
  )
  expect(rows).toEqual([])
})
