// Covers docs/requirements.md: 917, 918, 919, 920, 921, 922, 923, 924, 953

import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/app.ts'
import { addCycle, addGroup, addMeter, addReading } from '../../../../tests/support/server/builders.ts'
import { countersOf } from '../../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../../tests/support/server/data.ts'
import { alerts, meterChanges, meters, readingChanges, readings } from '../../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ work: true })
})
afterAll(() => test.close())

type User = TestApp['own']['general']
const bulkMeters = (ids: readonly number[], change: object, as: User = test.own.general) =>
  test.ask('POST', '/api/v1/meters/bulk', { as, body: { ids, change } })
const bulkReadings = (ids: readonly number[] | null, change: object, query = '') =>
  test.ask('POST', `/api/v1/meters-values/bulk${query}`, { as: test.own.general, body: { ids, change } })
async function finished(id: number) {
  const batch = async () =>
    dataOf('import', await test.ask('GET', `/api/v1/imports/${id}`, { as: test.own.general }))
  await expect.poll(async () => (await batch()).state).not.toMatch(/ing$/)
  return batch()
}
async function apply({ id }: { id: number }) {
  const body = { leaves_out_errors: true }
  await test.ask('POST', `/api/v1/imports/${id}/apply`, { as: test.own.general, body })
  return finished(id)
}
async function undo({ id }: { id: number }) {
  dataOf('undoImport', await test.ask('POST', `/api/v1/imports/${id}/undo`, { as: test.own.general }))
  return finished(id)
}
const stored = (ids: readonly number[]) =>
  test.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(meters)
      .where(inArray(meters.id, [...ids]))
      .orderBy(asc(meters.id)),
  )
const readingsOf = (meterId: number) =>
  test.deps.database.asSystem((tx) =>
    tx.select().from(readings).where(eq(readings.meterId, meterId)).orderBy(asc(readings.id)),
  )

describe('a bulk change of meters', () => {
  it('is previewed, applied by the rules of one meter, and undone except what was changed since', async () => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id, { name: '北ポンプ室' })
    const [one, two, same] = [
      await addMeter(database, test.own.id, { name: '一号' }),
      await addMeter(database, test.own.id, { name: '二号' }),
      await addMeter(database, test.own.id, { name: '三号', meterGroupId: group.id }),
    ]
    const ids = [one.id, two.id, same.id]
    const preview = dataOf('bulkMeters', await bulkMeters(ids, { meter_group_id: group.id }))
    expect(preview.counts).toEqual({ changed: 2, unchanged: 1, refused: 0 })
    expect(preview.rows[0]).toEqual({
      id: one.id,
      name: '一号',
      at: null,
      changes: [{ field: 'meter_group_id', before: null, after: '北ポンプ室' }],
    })
    expect((await stored(ids)).map(({ meterGroupId }) => meterGroupId)).toEqual([null, null, group.id])

    expect(await apply(preview.batch)).toMatchObject({
      state: 'applied',
      changed: 2,
      unchanged: 1,
      left_out: 0,
    })
    expect((await stored(ids)).map(({ meterGroupId }) => meterGroupId)).toEqual([
      group.id,
      group.id,
      group.id,
    ])
    const changes = await test.deps.database.asSystem((tx) =>
      tx.select().from(meterChanges).where(inArray(meterChanges.meterId, ids)),
    )
    expect(changes).toHaveLength(2)
    expect(changes[0]).toMatchObject({ userId: test.own.general.id, after: { meter_group_id: group.id } })

    await test.ask('PUT', `/api/v1/meters/${two.id}`, { as: test.own.admin, body: { meter_group_id: null } })
    expect((await undo(preview.batch)).outcomes).toEqual({ reversed: 1, changed: 1, impossible: 0 })
    expect((await stored(ids)).map(({ meterGroupId }) => meterGroupId)).toEqual([null, null, group.id])
  })

  it('is refused for each meter that the change of one meter refuses, or whose settings would be lost', async () => {
    const { database } = test.deps
    const fits = await addMeter(database, test.own.id, { name: '範囲なし', startValue: null, endValue: null })
    const analog = await addMeter(database, test.own.id, { name: 'アナログ' })
    const bare = await addMeter(database, test.own.id, { name: '設定なし', settings: null })
    const category = dataOf('bulkMeters', await bulkMeters([analog.id, bare.id], { meter_category_id: 4 }))
    expect(category.counts).toEqual({ changed: 1, unchanged: 0, refused: 1 })
    expect(category.refusals).toEqual([
      { message: expect.stringContaining('AIアシスト設定が消えます'), count: 1, names: ['アナログ'] },
    ])
    const half = dataOf('bulkMeters', await bulkMeters([fits.id, analog.id], { end_value: 5 }))
    expect(half.refusals).toEqual([{ message: '未入力です', count: 1, names: ['範囲なし'] }])
    expect(await apply(half.batch)).toMatchObject({
      changed: 1,
      left_out: 1,
      bulk: { action: 'change', refusals: half.refusals },
    })
    const unknown = await bulkMeters([fits.id], { meter_group_id: 999_999 })
    expect(failureOf(unknown)).toMatchObject({
      code: 'reference_unknown',
      issues: [{ path: 'meter_group_id' }],
    })
    expect(failureOf(await bulkMeters([fits.id], {})).code).toBe('validation_failed')
  })

  it('judges readings by another abnormal range, and says before how many', async () => {
    const meter = await addMeter(test.deps.database, test.own.id, {
      emergencyStartValue: null,
      emergencyEndValue: null,
    })
    const body = { meter_id: meter.id, value: 0.9, created_at: '2026-11-20 09:00:00', image_base64: null }
    const at = new Date(Date.now() - 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
    await test.ask('POST', '/api/v1/meter-value', { as: test.own.general, body: { ...body, created_at: at } })
    const change = { emergency_start_value: 0.8, emergency_end_value: 1 }
    const { batch, range_effect: effect } = dataOf('bulkMeters', await bulkMeters([meter.id], change))
    expect(effect).toEqual({ readings: 1, to_abnormal: 1, to_normal: 0, ends_alert: false })
    await apply(batch)
    await expect.poll(async () => (await readingsOf(meter.id))[0]?.isAbnormal).toBe(true)
  })

  it('names before whose closed months would change', async () => {
    const { meter, start } = await closedCounter()
    const put = (body: object) => test.ask('PUT', `/api/v1/meters/${meter.id}`, { as: test.own.admin, body })
    // While it does not count up, its closed months are not compared.
    expect((await put({ cumulative_mode: 'auto', meter_category_id: 1 })).status).toBe(200)
    await test.ask('DELETE', `/api/v1/meter-value/${start.id}`, { as: test.own.admin })
    const { batch, refusals } = dataOf('bulkMeters', await bulkMeters([meter.id], { meter_category_id: 4 }))
    expect(refusals).toEqual([
      { message: '締めた月（2026年9月分）の使用量が変わります', count: 1, names: ['水道'] },
    ])
    expect((await stored([meter.id]))[0]).toMatchObject({ meterCategoryId: 1 })
    expect(await apply(batch)).toMatchObject({ changed: 0, left_out: 1 })
  })

  it('says nothing of meters of others, and its batch is of its user', async () => {
    const foreign = await addMeter(test.deps.database, test.other.id, { name: '他社のメーター' })
    const answer = await bulkMeters([foreign.id], { start_value: 0, end_value: 2 })
    expect(answer.text).not.toContain('他社')
    const { batch, refusals } = dataOf('bulkMeters', answer)
    expect(refusals).toEqual([{ message: expect.stringContaining('見つかりません'), count: 1, names: [] }])
    expect(await apply(batch)).toMatchObject({ changed: 0, left_out: 1 })
    expect((await stored([foreign.id]))[0]).toMatchObject({ endValue: 1 })
    expect(
      (await test.ask('POST', `/api/v1/imports/${batch.id}/undo`, { as: test.other.admin })).status,
    ).toBe(404)
  })

  it('is listed once it is applied, not as a preview', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { batch } = dataOf('bulkMeters', await bulkMeters([meter.id], { start_value: -1, end_value: 1 }))
    const isListed = async () => {
      const answer = await test.ask('GET', '/api/v1/imports', { as: test.own.general })
      return dataOf('imports', answer).some(({ id }) => id === batch.id)
    }
    expect(await isListed()).toBe(false)
    await apply(batch)
    expect(await isListed()).toBe(true)
  })
})

/** A counter whose September is closed, with its readings. */
async function closedCounter() {
  const { addCounter, read } = countersOf(() => test)
  const meter = await addCounter({ name: '水道' })
  const cycle = await addCycle(test.deps.database, test.own.id, [meter.id])
  const start = await read(meter, '2026-09-01T00:00', 700)
  await read(meter, '2026-10-01T00:00', 1031)
  const later = await read(meter, '2026-11-10T09:00', 1100)
  const closing = { month: '2026-09', version: 1, exceptions: [] }
  const path = `/api/v1/closing-cycles/${cycle.id}/closings`
  expect((await test.ask('POST', path, { as: test.own.admin, body: closing })).status).toBe(201)
  return { meter, start, later }
}

describe('a bulk change of readings', () => {
  const timesOf = async (meterId: number) =>
    (await readingsOf(meterId)).map(({ createdAt }) => createdAt.toISOString())
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))

  async function build(values: readonly number[] = [0.5, 0.6]) {
    const meter = await addMeter(test.deps.database, test.own.id, { name: '圧力' })
    const rows = []
    for (const [hour, value] of values.entries())
      rows.push(
        await addReading(test.deps.database, meter, { value, createdAt: at(hour), isAbnormal: value >= 0.8 }),
      )
    return { meter, ids: rows.map(({ id }) => id) }
  }

  it('deletes what a filter selects, keeps who did it, and restores it except what was restored since', async () => {
    const { meter, ids } = await build([0.5, 0.6, 0.7])
    const query = `?meter_ids=${meter.id}`
    const { batch, counts, rows } = dataOf(
      'bulkReadings',
      await bulkReadings(null, { action: 'delete' }, query),
    )
    expect(counts).toEqual({ changed: 3, unchanged: 0, refused: 0 })
    expect(rows[0]).toMatchObject({
      name: '圧力',
      changes: [{ field: 'value', before: '0.5 MPa', after: null }],
    })
    expect(await apply(batch)).toMatchObject({ changed: 3 })
    expect(await readingsOf(meter.id)).toMatchObject(
      ids.map(() => ({ deletedByUserId: test.own.general.id })),
    )
    const logged = await test.deps.database.asSystem((tx) =>
      tx.select().from(readingChanges).where(inArray(readingChanges.readingId, ids)),
    )
    expect(logged.map(({ action, userId }) => [action, userId])).toEqual(
      ids.map(() => ['delete', test.own.general.id]),
    )

    await test.ask('POST', `/api/v1/meter-value/${ids[0]}/restore`, { as: test.own.general })
    expect((await undo(batch)).outcomes).toEqual({ reversed: 2, changed: 1, impossible: 0 })
    expect((await readingsOf(meter.id)).map(({ deletedAt }) => deletedAt)).toEqual([null, null, null])
  })

  it('shifts times with their marks and back, and derives alerts once', async () => {
    // Moved one by one, the abnormal readings would meet the normal one and open more than one alert.
    const { meter, ids } = await build([0.9, 0.9])
    const camera = { source: 'camera', valueSource: 'reader', readState: 1, readValue: 0.9 } as const
    const marked = await addReading(test.deps.database, meter, {
      ...camera,
      value: 0.9,
      isAbnormal: true,
      createdAt: at(2),
      timeMark: 'unconfirmed',
    })
    await addReading(test.deps.database, meter, { value: 0.5, createdAt: new Date(at(3).getTime() + 1) })
    const change = { action: 'shift', minutes: 180 }
    const { batch, rows } = dataOf('bulkReadings', await bulkReadings([...ids, marked.id], change))
    expect(rows[0]?.changes).toEqual([
      {
        field: 'created_at',
        before: '2026-11-20T09:00:00.000+09:00',
        after: '2026-11-20T12:00:00.000+09:00',
      },
    ])
    await apply(batch)
    expect((await timesOf(meter.id)).slice(0, 3)).toEqual([3, 4, 5].map((hour) => at(hour).toISOString()))
    expect((await readingsOf(meter.id))[2]?.timeMark).toBeNull()
    const of = await test.deps.database.asSystem((tx) =>
      tx.select().from(alerts).where(eq(alerts.meterId, meter.id)).orderBy(asc(alerts.createdAt)),
    )
    expect(of.map(({ firstReadingId, isAlert }) => [firstReadingId, isAlert])).toEqual([
      [ids[0], false],
      [ids[1], true],
    ])

    await test.ask('PUT', `/api/v1/meter-value/${ids[0]}`, {
      as: test.own.admin,
      body: { created_at: '2026-11-19 09:00:00' },
    })
    expect((await undo(batch)).outcomes).toEqual({ reversed: 2, changed: 1, impossible: 0 })
    expect((await timesOf(meter.id)).slice(1, 3)).toEqual([1, 2].map((hour) => at(hour).toISOString()))
    expect((await readingsOf(meter.id))[2]?.timeMark).toBe('unconfirmed')
  })

  it('refuses times in the future', async () => {
    const { ids } = await build()
    const { counts, refusals } = dataOf(
      'bulkReadings',
      await bulkReadings(ids, { action: 'shift', minutes: 400 * 1440 }),
    )
    expect(counts).toEqual({ changed: 0, unchanged: 0, refused: 2 })
    expect(refusals).toMatchObject([{ message: '未来の日時は登録できません', count: 2 }])
  })

  it('confirms what the reader is unsure of, and times, and takes that back', async () => {
    const { meter, ids } = await build([0.5])
    const read = {
      source: 'camera',
      valueSource: 'reader',
      readState: 1,
      readValue: 0.4,
      value: 0.4,
    } as const
    const unsure = await addReading(test.deps.database, meter, {
      ...read,
      confidence: 0.4,
      createdAt: at(1),
      timeMark: 'unconfirmed',
    })
    const { batch, counts } = dataOf(
      'bulkReadings',
      await bulkReadings([...ids, unsure.id], { action: 'confirm' }),
    )
    expect(counts).toEqual({ changed: 1, unchanged: 1, refused: 0 })
    await apply(batch)
    const now = async () => (await readingsOf(meter.id))[1]
    expect(await now()).toMatchObject({ value: 0.4, valueSource: 'accepted', timeMark: null })
    expect((await undo(batch)).outcomes).toEqual({ reversed: 1, changed: 0, impossible: 0 })
    expect(await now()).toMatchObject({ value: 0.4, valueSource: 'reader', timeMark: 'unconfirmed' })
  })

  it('names before whose closed months would change, and leaves the readings of those meters', async () => {
    const { meter, start, later } = await closedCounter()
    const refusals = [{ message: '締めた月（2026年9月分）の使用量が変わります', count: 1, names: ['水道'] }]
    for (const change of [{ action: 'delete' }, { action: 'shift', minutes: -10 * 1440 }]) {
      const named = dataOf('bulkReadings', await bulkReadings([start.id], change))
      expect(named.counts).toEqual({ changed: 0, unchanged: 0, refused: 1 })
      expect(named.refusals).toEqual(refusals)
      expect(await apply(named.batch)).toMatchObject({ changed: 0, left_out: 1, bulk: { refusals } })
    }
    const open = dataOf('bulkReadings', await bulkReadings([later.id], { action: 'delete' }))
    expect(open.counts.changed).toBe(1)
    expect((await readingsOf(meter.id)).map(({ deletedAt }) => deletedAt)).toEqual([null, null, null])
    expect(await apply(open.batch)).toMatchObject({ changed: 1, left_out: 0 })
    expect((await readingsOf(meter.id)).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(2)
  })

  it('takes 10,000 at once at most', async () => {
    const { meter } = await build([])
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
        select ${test.own.id}, ${meter.id}, 0.5, 'entered', 'import', false, now() from generate_series(1, 10001)`),
    )
    const answer = await bulkReadings(null, { action: 'delete' }, `?meter_ids=${meter.id}`)
    expect(failureOf(answer)).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'ids', message: expect.stringContaining('10,000件まで') }],
    })
  })
})
