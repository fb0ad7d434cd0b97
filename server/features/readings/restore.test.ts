// Covers docs/requirements.md: 600

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addPicture, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { alerts, meters, readingDays, readings } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const at = new Date('2026-11-20T00:00:00Z')
const remove = (id: number, as = test.own.general) => test.ask('DELETE', `/api/v1/meter-value/${id}`, { as })
const restore = (id: number, as: SignedInUser = test.own.general) =>
  test.ask('POST', `/api/v1/meter-value/${id}/restore`, { as })
const correct = (id: number, body: object) =>
  test.ask('PUT', `/api/v1/meter-value/${id}`, { as: test.own.general, body })
const system = <T>(work: Parameters<typeof test.deps.database.asSystem<T>>[0]) =>
  test.deps.database.asSystem(work)
const changesOf = async (meterId: number, as: SignedInUser = test.own.general, query = '') =>
  dataOf(
    'meterReadingChanges',
    await test.ask('GET', `/api/v1/meters/${meterId}/reading-changes${query}`, { as }),
  )
const addOne = async (given: Parameters<typeof addReading>[2] = {}) => {
  const meter = await addMeter(test.deps.database, test.own.id)
  const reading = await addReading(test.deps.database, meter, { createdAt: at, value: 0.5, ...given })
  return { meter, reading }
}

describe('an undone deletion', () => {
  it('brings the reading back as it was, with its picture, doubts and place in the rollups', async () => {
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const { meter, reading } = await addOne({ pictureSha256, confirmedDoubts: ['large_change'] })
    const days = () => system((tx) => tx.select().from(readingDays).where(eq(readingDays.meterId, meter.id)))
    await remove(reading.id)
    expect(await days()).toMatchObject([{ readings: 0, pictures: 0, highest: null }])
    const restored = dataOf('restoreReading', await restore(reading.id))
    expect(restored).toMatchObject({ id: reading.id, value: 0.5, confirmed_doubts: ['large_change'] })
    expect(restored.image).not.toBeNull()
    expect(await days()).toMatchObject([{ readings: 1, pictures: 1, highest: 0.5, highestId: reading.id }])
    const [row] = await system((tx) => tx.select().from(readings).where(eq(readings.id, reading.id)))
    expect(row).toMatchObject({ deletedAt: null, deletedByUserId: null })
  })

  it('judges the value by the present range and opens its alert again', async () => {
    const { meter, reading } = await addOne({ value: 0.9, isAbnormal: false })
    const alertsNow = () => system((tx) => tx.select().from(alerts).where(eq(alerts.meterId, meter.id)))
    await remove(reading.id)
    expect(await alertsNow()).toEqual([])
    expect(dataOf('restoreReading', await restore(reading.id)).is_abnormal).toBe(true)
    expect(await alertsNow()).toMatchObject([{ isAlert: true, readingId: reading.id }])
  })

  it('continues the alert that the deletion ended, and tells nobody again', async () => {
    const { meter, reading } = await addOne()
    const alertsNow = () => system((tx) => tx.select().from(alerts).where(eq(alerts.meterId, meter.id)))
    await correct(reading.id, { value: 0.9 })
    const [opened] = await alertsNow()
    expect(opened).toMatchObject({ isAlert: true, readingId: reading.id })
    await remove(reading.id)
    expect(await alertsNow()).toMatchObject([{ id: opened?.id, isAlert: false, endReason: 'correction' }])
    await restore(reading.id)
    expect(await alertsNow()).toEqual([opened])
  })

  it('leaves the alert that the deletion ended, if the present range makes the value normal', async () => {
    const { meter, reading } = await addOne()
    const alertsNow = () => system((tx) => tx.select().from(alerts).where(eq(alerts.meterId, meter.id)))
    await correct(reading.id, { value: 0.9 })
    await remove(reading.id)
    const ended = await alertsNow()
    expect(ended).toMatchObject([{ isAlert: false, endReason: 'correction' }])
    await system((tx) => tx.update(meters).set({ emergencyStartValue: 0.95 }).where(eq(meters.id, meter.id)))
    expect(dataOf('restoreReading', await restore(reading.id)).is_abnormal).toBe(false)
    expect(await alertsNow()).toEqual(ended)
  })

  it('leaves an alert that a correction ended before the deletion as it was', async () => {
    const { meter, reading } = await addOne()
    const alertsNow = () => system((tx) => tx.select().from(alerts).where(eq(alerts.meterId, meter.id)))
    await correct(reading.id, { value: 0.9 })
    await correct(reading.id, { value: 0.5 })
    const ended = await alertsNow()
    expect(ended).toMatchObject([{ isAlert: false, endReason: 'correction' }])
    await remove(reading.id)
    await restore(reading.id)
    expect(await alertsNow()).toEqual(ended)
  })

  it('has its picture read by the settings that the meter has got since', async () => {
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const meter = await addMeter(test.deps.database, test.own.id, { settings: null })
    const waiting = { value: null, valueSource: 'reader', readState: 3, pictureSha256 } as const
    const reading = await addReading(test.deps.database, meter, waiting)
    const settings = '0:0,90:1'
    await remove(reading.id)
    await system((tx) => tx.update(meters).set({ settings }).where(eq(meters.id, meter.id)))
    expect(dataOf('restoreReading', await restore(reading.id)).read_state).toBe(0)
    const { rows } = await system((tx) =>
      tx.execute(
        sql`select data from pgboss.job where name = 'read-picture' and (data->>'meterId')::bigint = ${meter.id}`,
      ),
    )
    expect(rows).toMatchObject([{ data: { readingId: reading.id } }])
  })

  it('is possible once, and repeating it changes nothing', async () => {
    const { meter, reading } = await addOne()
    await remove(reading.id)
    await restore(reading.id)
    expect((await restore(reading.id)).status).toBe(200)
    expect((await changesOf(meter.id)).map(({ change }) => change.action)).toEqual(['restore', 'delete'])
  })

  it('is for whoever deleted it, for 30 days, and for administrators later as well', async () => {
    const { reading } = await addOne()
    await remove(reading.id, test.own.admin)
    const refused = await restore(reading.id)
    expect([refused.status, failureOf(refused).code]).toEqual([409, 'restore_refused'])
    expect((await restore(reading.id, test.own.admin)).status).toBe(200)
    await remove(reading.id)
    const day = 86_400_000
    const deletedBefore = (days: number) =>
      system((tx) =>
        tx
          .update(readings)
          .set({ deletedAt: new Date(test.deps.clock().getTime() - days * day) })
          .where(eq(readings.id, reading.id)),
      )
    await deletedBefore(30.01)
    expect((await restore(reading.id)).status).toBe(409)
    await deletedBefore(29.9)
    expect((await restore(reading.id)).status).toBe(200)
    await remove(reading.id)
    await deletedBefore(400)
    expect((await restore(reading.id, test.own.admin)).status).toBe(200)
  })

  it('of another organization’s reading finds nothing', async () => {
    const { reading } = await addOne()
    await remove(reading.id)
    expect((await restore(reading.id, test.other.admin)).status).toBe(404)
  })
})

describe('the history of a meter', () => {
  it('has corrections of value and time with their reasons, and says which deletions the caller may undo', async () => {
    const { meter, reading } = await addOne()
    const other = await addOne()
    await correct(reading.id, { value: 0.6, created_at: '2026-11-19 09:00:00', reason: '記入の誤り' })
    await correct(other.reading.id, { value: 0.7 })
    await remove(reading.id)
    const [deletion, ...corrections] = await changesOf(meter.id)
    expect(deletion).toMatchObject({
      reading_id: reading.id,
      measured_at: '2026-11-19T09:00:00.000+09:00',
      is_deleted: true,
      restorable: true,
      change: { action: 'delete', user: test.own.general.username, before: { value: 0.6 } },
    })
    expect(corrections.map(({ change, restorable }) => ({ ...change, restorable }))).toMatchObject([
      {
        action: 'correct',
        before: { value: 0.5 },
        after: { value: 0.6 },
        reason: '記入の誤り',
        restorable: false,
      },
      {
        action: 'time',
        before: { created_at: '2026-11-20T09:00:00.000+09:00' },
        after: { created_at: '2026-11-19T09:00:00.000+09:00' },
        reason: '記入の誤り',
      },
    ])
    expect((await changesOf(meter.id, test.own.admin))[0]?.restorable).toBe(true)
    await remove(other.reading.id, test.own.admin)
    expect((await changesOf(other.meter.id))[0]?.restorable).toBe(false)
  })

  it('pages by key', async () => {
    const { meter, reading } = await addOne()
    for (const value of [1, 2, 3]) await correct(reading.id, { value })
    const path = `/api/v1/meters/${meter.id}/reading-changes?limit=2`
    const first = await test.ask('GET', path, { as: test.own.general })
    const { next } = first.json as { next: string }
    const rest = await changesOf(meter.id, test.own.general, `?limit=2&after=${next}`)
    const values = [...dataOf('meterReadingChanges', first), ...rest].map(({ change }) => change)
    expect(values).toMatchObject([3, 2, 1].map((value) => ({ after: { value } })))
  })
})
