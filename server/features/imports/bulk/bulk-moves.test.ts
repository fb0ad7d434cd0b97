// Covers docs/requirements.md: 949, 950, 951, 952

import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Import } from '../../../../contract/import/imports.ts'
import { faces, referencePicture } from '../../../../faces/index.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/app.ts'
import {
  addCycle,
  addInspection,
  addMeter,
  addPicture,
  addReading,
  addRound,
} from '../../../../tests/support/server/builders.ts'
import { countersOf } from '../../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../../tests/support/server/data.ts'
import { alerts, readingDays, readings, rounds } from '../../../db/schema.ts'
import { checkRounds } from '../../../jobs/minute-checks.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ work: true })
})
afterAll(() => test.close())

type Meter = Awaited<ReturnType<typeof addMeter>>
const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
  test.ask(method, `/api/v1/${path}`, { as: test.own.general, ...(body && { body }) })
const send = (ids: readonly number[], meterId: number) =>
  ask('POST', 'meters-values/bulk', { ids, change: { action: 'move', meter_id: meterId } })
const previewed = async (ids: readonly number[], meter: Pick<Meter, 'id'>) =>
  dataOf('bulkReadings', await send(ids, meter.id))
async function finished({ id }: Pick<Import, 'id'>) {
  const batch = async () => dataOf('import', await ask('GET', `imports/${id}`))
  await expect.poll(async () => (await batch()).state).not.toMatch(/ing$/)
  return batch()
}
async function apply(batch: Pick<Import, 'id'>) {
  await ask('POST', `imports/${batch.id}/apply`, { leaves_out_errors: true })
  return finished(batch)
}
async function undo(batch: Pick<Import, 'id'>) {
  dataOf('undoImport', await ask('POST', `imports/${batch.id}/undo`))
  return finished(batch)
}
const move = async (ids: readonly number[], meter: Meter) => apply((await previewed(ids, meter)).batch)

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const add = (meter: Meter, hour: number, value = 0.5, given: Parameters<typeof addReading>[2] = {}) =>
  addReading(test.deps.database, meter, { value, isAbnormal: value >= 0.8, createdAt: at(hour), ...given })
const gauges = async () =>
  [
    await addMeter(test.deps.database, test.own.id, { name: '北棟 圧力' }),
    await addMeter(test.deps.database, test.own.id, { name: '南棟 圧力' }),
  ] as const
const meterOf = async (id: number) => {
  const rows = await test.deps.database.asSystem((tx) =>
    tx.select({ meterId: readings.meterId }).from(readings).where(eq(readings.id, id)),
  )
  return rows[0]?.meterId
}

/** All that is stored of some meters, without when it was changed last and when a job told people of an alert. */
const stateOf = (meters: readonly Meter[]) =>
  test.deps.database.asSystem(async (tx) => {
    const ids = meters.map(({ id }) => id)
    const days = await tx
      .select()
      .from(readingDays)
      .where(inArray(readingDays.meterId, ids))
      .orderBy(asc(readingDays.meterId), asc(readingDays.day))
    const opened = await tx
      .select()
      .from(alerts)
      .where(inArray(alerts.meterId, ids))
      .orderBy(asc(alerts.meterId), asc(alerts.createdAt), asc(alerts.firstReadingId))
    const own = await tx
      .select()
      .from(readings)
      .where(inArray(readings.meterId, ids))
      .orderBy(asc(readings.id))
    return {
      readings: own.map(({ updatedAt: _, ...row }) => row),
      alerts: opened.map(({ id: _, toldAt: _toldAt, ...row }) => row),
      days: days.filter((day) => day.readings > 0),
    }
  })

describe('moving readings to another meter', () => {
  it('keeps them, judges them by its range, and is in their history', async () => {
    const [from, to] = await gauges()
    const { database } = test.deps
    const other = await addMeter(database, test.own.id, { name: '西棟', emergencyStartValue: 0.2 })
    const typed = await add(from, 1, 0.4, { createdByUserId: test.own.admin.id })
    const there = await add(to, 2)
    const { batch, counts, rows } = await previewed([typed.id, there.id], to)
    expect(counts).toEqual({ changed: 1, unchanged: 1, refused: 0 })
    expect(rows).toMatchObject([
      { name: '北棟 圧力', changes: [{ field: 'meter', before: '北棟 圧力', after: '南棟 圧力' }] },
    ])
    expect(await meterOf(typed.id)).toBe(from.id)
    expect(await apply(batch)).toMatchObject({
      changed: 1,
      unchanged: 1,
      left_out: 0,
      bulk: { action: 'move' },
    })

    const now = (await stateOf([to])).readings.find(({ id }) => id === typed.id)
    const { updatedAt: _, ...before } = typed
    expect(now).toEqual({ ...before, meterId: to.id })
    const [change] = dataOf('readingChanges', await ask('GET', `meter-value/${typed.id}/changes`))
    expect(change).toMatchObject({
      action: 'meter',
      user: test.own.general.username,
      before: { id: from.id, name: '北棟 圧力' },
      after: { id: to.id, name: '南棟 圧力' },
    })

    await move([typed.id], other)
    expect((await stateOf([other])).readings).toMatchObject([{ id: typed.id, isAbnormal: true }])
    await expect.poll(async () => (await stateOf([other])).alerts).toMatchObject([{ readingId: typed.id }])
  })

  it('is undone so that everything is as before, whatever was abnormal', async () => {
    const [a, b] = await gauges()
    const c = await addMeter(test.deps.database, test.own.id, { name: '東棟' })
    // Made by calls, so that alerts are as they are in use.
    const values = [0.9, 0.4, 0.9, 0.9, 0.3, 0.9]
    const ids: number[] = []
    for (const [hour, value] of values.entries())
      for (const meter of [a, b, c]) {
        const body = {
          meter_id: meter.id,
          value: meter === b ? 1 - value : value,
          created_at: `2026-11-20 0${hour}:${meter === a ? '10' : meter === b ? '20' : '30'}:00`,
          image_base64: null,
        }
        ids.push(dataOf('createReading', await ask('POST', 'meter-value', body)).id)
      }
    const before = await stateOf([a, b, c])
    expect(before.alerts.filter(({ isAlert }) => isAlert)).toHaveLength(2)
    // Each subset says something else of the runs: whole runs, parts, single normal values between them.
    for (const pattern of [0b111111, 0b100000, 0b001100, 0b010010, 0b101101]) {
      const chosen = ids.filter((_, index) => (pattern >> Math.floor(index / 3)) & 1)
      const { batch, counts } = await previewed(chosen, b)
      expect(counts.changed).toBe((chosen.length / 3) * 2)
      await apply(batch)
      expect((await stateOf([a, b, c])).days).not.toEqual(before.days)
      expect((await undo(batch)).outcomes).toEqual({ reversed: counts.changed, changed: 0, impossible: 0 })
      expect(await stateOf([a, b, c])).toEqual(before)
    }
  })

  it('derives alerts of both meters once all have moved', async () => {
    const [from, to] = await gauges()
    const moved = [await add(from, 1, 0.9), await add(from, 2, 0.5), await add(from, 3, 0.9)]
    await add(to, 0, 0.9)
    await move(
      moved.map(({ id }) => id),
      to,
    )
    const { alerts: of } = await stateOf([from, to])
    // One by one, the first two abnormal values of the target would be one run before the normal one came between.
    expect(of.map(({ firstReadingId, isAlert }) => [firstReadingId, isAlert])).toEqual([
      [expect.any(Number), false],
      [moved[2]?.id, true],
    ])
  })

  it('is not undone for readings that are elsewhere, deleted, or whose time was taken since', async () => {
    const [from, to] = await gauges()
    const third = await addMeter(test.deps.database, test.own.id)
    const moved = [await add(from, 1), await add(from, 2), await add(from, 3)]
    const ids = moved.map(({ id }) => id)
    const { batch } = await previewed(ids, to)
    await apply(batch)
    await move([ids[0] ?? 0], third)
    await test.ask('DELETE', `/api/v1/meter-value/${ids[1]}`, { as: test.own.general })
    expect((await undo(batch)).outcomes).toEqual({ reversed: 1, changed: 2, impossible: 0 })
    expect(await Promise.all(ids.map(meterOf))).toEqual([third.id, to.id, from.id])

    const again = await previewed([ids[2] ?? 0], to)
    await apply(again.batch)
    await add(from, 3)
    expect((await undo(again.batch)).outcomes).toEqual({ reversed: 0, changed: 0, impossible: 1 })
    expect(await meterOf(ids[2] ?? 0)).toBe(to.id)
  })

  it('is refused to a meter of another unit or category, and to an unknown one or that of others', async () => {
    const { database } = test.deps
    const [from] = await gauges()
    const { id } = await add(from, 1)
    for (const given of [{ meterUnitId: 2 }, { meterCategoryId: 2 }]) {
      const { counts, refusals } = await previewed([id], await addMeter(database, test.own.id, given))
      expect(counts).toEqual({ changed: 0, unchanged: 0, refused: 1 })
      expect(refusals).toMatchObject([{ message: '単位かメーター種別が、移動先のメーターと異なります' }])
    }
    const foreign = await addMeter(database, test.other.id, { name: '他社のメーター' })
    for (const meterId of [foreign.id, 999_999]) {
      const failure = failureOf(await send([id], meterId))
      expect(failure).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'change.meter_id' }] })
    }
    const theirs = await addReading(database, foreign)
    const [, to] = await gauges()
    expect((await previewed([theirs.id], to)).refusals).toMatchObject([
      { message: expect.stringContaining('見つかりません') },
    ])
  })

  it('is refused for a time that the other meter or another moved reading has', async () => {
    const [a, b] = await gauges()
    const to = await addMeter(test.deps.database, test.own.id)
    const chosen = [await add(a, 1), await add(a, 2), await add(b, 2)]
    await add(to, 1)
    const ids = chosen.map(({ id }) => id)
    const { batch, counts, refusals } = await previewed(ids, to)
    expect(counts).toEqual({ changed: 1, unchanged: 0, refused: 2 })
    const message = '移動先のメーターに、同じ日時の測定値があります'
    expect(refusals).toEqual([{ message, count: 2, names: ['北棟 圧力', '南棟 圧力'] }])
    expect(await apply(batch)).toMatchObject({ changed: 1, left_out: 2 })
    expect(await Promise.all(ids.map(meterOf))).toEqual([a.id, to.id, b.id])
  })

  it('is refused while a picture is read or waits for settings, and for more digits than the other has', async () => {
    const { database } = test.deps
    const [from, to] = await gauges()
    const [face] = faces
    if (face === undefined) throw new Error('no face')
    const picture = await addPicture(test.deps, test.own.id, await referencePicture(face))
    const camera = { source: 'camera', valueSource: 'reader', value: null } as const
    const unread = await add(from, 1, 0, { ...camera, readState: 0 })
    const waiting = await add(from, 2, 0, { ...camera, readState: 3, pictureSha256: picture.sha256 })
    const { refusals } = await previewed([unread.id, waiting.id], to)
    expect(refusals.map(({ message }) => message.slice(0, 10))).toEqual([
      '写真を読み取っていま',
      '写真が読取を待ってい',
    ])

    const { addCounter, read } = countersOf(() => test)
    const [wide, narrow] = [await addCounter({ digitNumber: 6 }), await addCounter({ digitNumber: 4 })]
    const { id } = await read(wide, '2026-11-20T09:00', 12_345.6)
    expect((await previewed([id], narrow)).refusals).toMatchObject([{ count: 1 }])
    expect((await previewed([id], await addCounter({ digitNumber: 6 }))).counts.changed).toBe(1)
    // The database refuses the same, whatever a call says.
    const forced = database.inOrganization(test.own.id, test.own.general.id, (tx) =>
      tx.execute(`select move_reading(${unread.id}, ${to.id})`),
    )
    await expect(forced).rejects.toThrow()
  })

  it('names before which closed months of either meter would change, and leaves those readings', async () => {
    const { addCounter, read } = countersOf(() => test)
    const [closed, open] = [await addCounter({ name: '水道 北' }), await addCounter({ name: '水道 南' })]
    const cycle = await addCycle(test.deps.database, test.own.id, [closed.id])
    const start = await read(closed, '2026-09-01T00:00', 700)
    await read(closed, '2026-09-30T20:00', 1031)
    const october = await read(closed, '2026-10-31T22:00', 1360)
    const later = await read(closed, '2026-11-10T09:00', 1400)
    const near = await read(open, '2026-09-30T23:00', 1032)
    const path = `/api/v1/closing-cycles/${cycle.id}/closings`
    const close = async (month: string) => {
      const body = { month, version: 1, exceptions: [] }
      expect((await test.ask('POST', path, { as: test.own.admin, body })).status).toBe(201)
    }
    await close('2026-09')

    const message = '締めた月（2026年9月分）の使用量が変わります'
    const away = await previewed([start.id], open)
    expect(away.refusals).toEqual([{ message, count: 1, names: ['水道 北'] }])
    const into = await previewed([near.id], closed)
    expect(into.refusals).toEqual([{ message: `移動先の${message}`, count: 1, names: ['水道 南'] }])
    expect((await previewed([later.id], open)).counts).toEqual({ changed: 1, unchanged: 0, refused: 0 })
    expect(await meterOf(start.id)).toBe(closed.id)

    const late = await previewed([october.id], open)
    expect(late.counts.changed).toBe(1)
    await close('2026-10')
    expect(await apply(late.batch)).toMatchObject({
      changed: 0,
      left_out: 1,
      bulk: { refusals: [{ message: '締めた月（2026年10月分）の使用量が変わります' }] },
    })
    expect(await meterOf(october.id)).toBe(closed.id)
  })

  it('counts the rounds of both meters again, and undoing does', async () => {
    const { database } = test.deps
    const inspection = await addInspection(database, test.own.id)
    const [from, to] = await gauges()
    const { id } = await add(from, 0, 0.5, { createdAt: new Date('2026-11-19T10:00+09:00') })
    const round = await addRound(database, inspection, { meterIds: [from.id], captured: 1 })
    const captured = async () => {
      await checkRounds(test.deps)
      const rows = await database.asSystem((tx) => tx.select().from(rounds).where(eq(rounds.id, round.id)))
      return rows[0]?.captured
    }
    const { batch } = await previewed([id], to)
    expect(await captured()).toBe(1)
    await apply(batch)
    expect(await captured()).toBe(0)
    await undo(batch)
    expect(await captured()).toBe(1)
  })

  it('does not keep a phone from withdrawing what it sent for the first meter', async () => {
    const [from, to] = await gauges()
    const key = randomUUID()
    const { id } = await add(from, 1, 0.5, { idempotencyKey: key, source: 'phone' })
    await move([id], to)
    const withdrawn = await test.ask('POST', '/api/v1/reading-withdrawals', {
      as: test.own.general,
      headers: { 'idempotency-key': randomUUID() },
      body: { reading_key: key, meter_id: from.id },
    })
    expect(withdrawn.status).toBe(200)
    expect((await stateOf([to])).readings).toMatchObject([{ id, deletedAt: expect.any(Date) }])
  })
})
