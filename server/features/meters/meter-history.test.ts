// Covers docs/requirements.md: 114, 154, 179, 180, 233

import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { boxes, meterCalls, pins, plainPicture, scale } from '../../../tests/support/server/meter-calls.ts'
import { meterChanges } from '../../db/schema.ts'

let test: TestApp
let calls: ReturnType<typeof meterCalls>
let image: string
beforeAll(async () => {
  test = await createTestApp()
  calls = meterCalls(test)
  image = await plainPicture('#204060')
})
afterAll(() => test.close())

describe('changing a meter', () => {
  const registered = async (given: Parameters<typeof addMeter>[2]) =>
    (await addMeter(test.deps.database, test.own.id, given)).id

  it('touches only the fields that are sent', async () => {
    const id = await registered({
      settings: scale,
      pins,
      startValue: 0,
      endValue: 10,
      digitNumber: 4,
      readLineIndex: 2,
    })
    const { updated_by: _, ...before } = await calls.one(id)
    const after = dataOf('updateMeter', await calls.update(id, { name: '新しい名前', meter_group_id: null }))
    expect({ ...after, updated_at: '' }).toEqual({ ...before, name: '新しい名前', updated_at: '' })
  })

  it('checks what the meter becomes, not only what is sent', async () => {
    const id = await registered({ startValue: 0, endValue: 10, digitNumber: 4, decimalPoint: 3 })
    expect(failureOf(await calls.update(id, { end_value: null })).issues?.[0]?.path).toBe('end_value')
    expect(failureOf(await calls.update(id, { digit_number: 2 })).issues?.[0]?.path).toBe('decimal_point')
    dataOf('updateMeter', await calls.update(id, { start_value: null, end_value: null }))
  })

  it.each([
    ['circular', 1, 'rectangular', 2, true],
    ['segment', 3, 'counter', 4, true],
    ['counter', 4, 'dot', 9, true],
    ['circular', 1, 'segment', 3, false],
    ['rectangular', 2, 'counter', 4, false],
    ['circular', 1, 'dot', 9, false],
    ['circular', 1, 'other', 8, false],
    ['counter', 4, 'circular', 1, false],
    ['segment', 3, 'rectangular', 2, false],
    ['dot', 9, 'other', 8, false],
  ])('from %s (%i) to %s (%i) keeps the settings: %s', async (_from, before, _to, after, keeps) => {
    const settings = before <= 2 ? scale : boxes
    const id = await registered({ meterCategoryId: before, settings, pins: before <= 2 ? pins : null })
    const meter = dataOf('updateMeter', await calls.update(id, { meter_category_id: after }))
    expect(meter.settings).toBe(keeps ? settings : null)
    expect(meter.pins).toEqual(keeps && before <= 2 ? pins : null)
  })

  it('keeps to the category’s type, whatever its number', async () => {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ id: string }>(`insert into categories (name, type) values ('丸型（新）', 0) returning id`),
    )
    const id = await registered({ meterCategoryId: 2, settings: scale })
    const meter = dataOf('updateMeter', await calls.update(id, { meter_category_id: Number(rows[0]?.id) }))
    expect(meter.settings).toBe(scale)
  })

  it('between families takes settings that are sent along, if they fit the new one', async () => {
    const id = await registered({ settings: scale })
    const wrong = await calls.update(id, { meter_category_id: 4, settings: scale })
    expect(failureOf(wrong).issues?.[0]?.path).toBe('settings')
    expect(
      dataOf('updateMeter', await calls.update(id, { meter_category_id: 4, settings: boxes })).settings,
    ).toBe(boxes)
  })

  it('to another picture clears settings, read position and pins, unless they are sent along', async () => {
    const id = await registered({ settings: scale, area: '0.1:0.1,0.9:0.9', pins })
    const first = dataOf('updateMeter', await calls.update(id, { image_base64: image }))
    expect(first).toMatchObject({ settings: null, area: null, pins: null })
    const along = { settings: scale, area: '0.2:0.2,0.8:0.8', pins }
    const second = dataOf(
      'updateMeter',
      await calls.update(id, { image_base64: await plainPicture('#a01010'), ...along }),
    )
    expect(second).toMatchObject(along)
    expect(
      dataOf('updateMeter', await calls.update(id, { image_base64: await plainPicture('#a01010') })),
    ).toMatchObject(along)
    expect(dataOf('updateMeter', await calls.update(id, { image_base64: null }))).toMatchObject({
      image: null,
      settings: null,
    })
  })

  it('with settings null clears the pins as well', async () => {
    const id = await registered({ settings: scale, pins })
    expect(dataOf('updateMeter', await calls.update(id, { settings: null }))).toMatchObject({
      settings: null,
      pins: null,
    })
  })

  it('of another organization finds nothing', async () => {
    const foreign = await addMeter(test.deps.database, test.other.id)
    expect((await calls.update(foreign.id, { name: '乗っ取り' })).status).toBe(404)
  })
})

describe('the history of a meter', () => {
  const historyOf = (id: number) =>
    test.deps.database.asSystem((tx) =>
      tx.select().from(meterChanges).where(eq(meterChanges.meterId, id)).orderBy(asc(meterChanges.id)),
    )

  it('says who registered it and who changed what from what to what', async () => {
    const { id } = dataOf('createMeter', await calls.create({ settings: scale, pins }))
    test.advance(60_000)
    await calls.update(id, { name: '新しい名前', meter_unit_id: 1, meter_category_id: 4 })
    const [first, second, ...others] = await historyOf(id)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      action: 'create',
      userId: test.own.general.id,
      organizationId: test.own.id,
      before: {},
      after: { name: '試験', settings: scale },
    })
    expect(second).toMatchObject({ action: 'update', userId: test.own.general.id })
    expect(second?.before).toEqual({ name: '試験', meter_category_id: 1, settings: scale, pins })
    expect(second?.after).toEqual({ name: '新しい名前', meter_category_id: 4, settings: null, pins: null })
  })

  it('holds nothing of what changed nothing, nor of what was refused', async () => {
    const { id } = await addMeter(test.deps.database, test.own.id, { name: '同じ' })
    const before = await calls.one(id)
    test.advance(60_000)
    expect(dataOf('updateMeter', await calls.update(id, { name: '同じ', status: 1 })).updated_at).toBe(
      before.updated_at,
    )
    expect((await calls.update(id, { end_value: null })).status).toBe(400)
    expect(await historyOf(id)).toEqual([])
  })
})
