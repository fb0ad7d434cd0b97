// Covers docs/requirements.md: 9, 132, 133, 150, 182, 569, 615

import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alert } from '../../../contract/alerts.ts'
import { alertCalls, brief, occurring, past, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'

let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
})
afterAll(() => test.close())

describe('an alert', () => {
  it('opens with the first abnormal reading, follows further ones and is over with a normal one', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.5)
    expect(await calls.of(meter)).toEqual([])
    await calls.send(meter, 1, 0.9)
    expect(await calls.of(meter)).toEqual([occurring(1, 1)])
    const latest = await calls.send(meter, 2, null)
    const [alert] = await calls.alertsOf(meter)
    expect(alert && brief(alert)).toEqual(occurring(1, 2))
    expect(alert?.meter_value).toMatchObject({ id: latest, value: null, meter: { name: meter.name } })
    await calls.send(meter, 3, 0.5)
    await calls.send(meter, 4, 0.4)
    expect(await calls.of(meter)).toEqual([past(1, 2, 3)])
    await calls.send(meter, 5, 1)
    expect(await calls.of(meter)).toEqual([past(1, 2, 3), occurring(5, 5)])
  })

  it('does not open with a picture that is still to be read, and such a one ends none', async () => {
    const meter = await calls.meterOf()
    const image = Buffer.from(photograph).toString('base64')
    await calls.send(meter, 0, null, image)
    expect(await calls.of(meter)).toEqual([])
    await calls.send(meter, 1, 0.9)
    await calls.send(meter, 2, null, image)
    expect(await calls.of(meter)).toEqual([occurring(1, 1)])
  })

  it('that arrives late opens as past, and a late normal reading cuts one in two', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 10, 0.5)
    await calls.send(meter, 4, 0.9)
    await calls.send(meter, 6, 0.95)
    expect(await calls.of(meter)).toEqual([past(4, 6, 10)])
    await calls.send(meter, 5, 0.5)
    expect(await calls.of(meter)).toEqual([past(4, 4, 5), past(6, 6, 10)])
  })

  it('merges when what parted two is deleted, and a past one goes when no reading of it is abnormal', async () => {
    const meter = await calls.meterOf()
    const wrong = await calls.send(meter, 1, 0.9)
    const between = await calls.send(meter, 2, 0.5)
    const last = await calls.send(meter, 3, 0.9)
    const [first] = await calls.alertsOf(meter)
    expect(await calls.of(meter)).toEqual([past(1, 1, 2), occurring(3, 3)])
    await calls.remove(between)
    const merged = await calls.alertsOf(meter)
    expect(merged.map(brief)).toEqual([occurring(1, 3)])
    expect(merged[0]?.id).toBe(first?.id)
    await calls.remove(wrong)
    expect(await calls.of(meter)).toEqual([occurring(3, 3)])
    await calls.send(meter, 4, 0.5)
    await calls.correct(last, 0.4)
    expect(await calls.of(meter)).toEqual([])
  })

  it('follows a changed abnormal range', async () => {
    const meter = await calls.meterOf()
    for (const [at, value] of [0.5, 0.7, 0.5, 0.9, 0.7].entries()) await calls.send(meter, at, value)
    expect(await calls.of(meter)).toEqual([past(3, 3, 4)])
    await calls.setRange(meter, 0.6, 1)
    expect(await calls.of(meter)).toEqual([past(1, 1, 2), occurring(3, 4)])
    await calls.setRange(meter, null, null)
    // The past one goes; the occurring one ends, with the latest value and the range that it was judged by.
    const ended = await calls.alertsOf(meter)
    expect(ended.map(endOf)).toEqual([['past', 'range', 0.7, 0.6, 1]])
  })
})

/** State, reason of the end, latest value and range. */
const endOf = (alert: Alert) => [
  brief(alert).state,
  alert.end_reason,
  alert.meter_value.value,
  alert.emergency_start_value,
  alert.emergency_end_value,
]

describe('the end of an alert', () => {
  it('has the reason that a normal value followed', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    expect((await calls.alertsOf(meter)).map(endOf)).toEqual([['occurring', null, 0.9, 0.8, 1]])
    const normal = await calls.send(meter, 1, 0.5)
    expect((await calls.alertsOf(meter)).map(endOf)).toEqual([['past', 'value', 0.9, 0.8, 1]])
    // It goes on when that value turns out to be abnormal.
    await calls.correct(normal, 0.95)
    expect((await calls.alertsOf(meter)).map(endOf)).toEqual([['occurring', null, 0.95, 0.8, 1]])
  })

  it('by a changed range is the time of the change, also where the latest value alone is normal by it', async () => {
    const meter = await calls.meterOf()
    for (const [at, value] of [0.95, 0.82].entries()) await calls.send(meter, at, value)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    const before = Date.now()
    await calls.setRange(meter, 0.9, 1)
    const [cut, ended] = (await calls.alertsOf(meter)).toSorted((one, other) => other.id - one.id)
    expect(ended?.id).toBe(id)
    expect(ended && endOf(ended)).toEqual(['past', 'range', 0.82, 0.8, 1])
    expect(Date.parse(ended?.updated_at ?? '')).toBeGreaterThanOrEqual(before)
    // What is abnormal by the new range is an alert of its own.
    expect(cut && endOf(cut)).toEqual(['past', 'value', 0.95, 0.9, 1])
  })

  it('by a changed range stays when the range is changed back, and another alert opens', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    await calls.setRange(meter, 0.95, 1)
    await calls.setRange(meter, 0.8, 1)
    const both = await calls.alertsOf(meter)
    expect(both.map(endOf)).toEqual([
      ['past', 'range', 0.9, 0.8, 1],
      ['occurring', null, 0.9, 0.8, 1],
    ])
    // Confirming the one that ended does not answer for the other.
    await calls.confirm(both[0]?.id ?? 0)
    await calls.send(meter, 1, 0.91)
    expect((await calls.alertsOf(meter)).map(endOf)).toEqual([
      ['confirmed', 'range', 0.9, 0.8, 1],
      ['occurring', null, 0.91, 0.8, 1],
    ])
    await calls.undo(both[0]?.id ?? 0)
    expect((await calls.alertsOf(meter)).map(endOf)).toEqual([
      ['past', 'range', 0.9, 0.8, 1],
      ['occurring', null, 0.91, 0.8, 1],
    ])
  })

  it.each([
    ['corrected', (id: number) => calls.correct(id, 0.5), 0.5],
    ['deleted', (id: number) => calls.remove(id), 0.9],
  ])('has the reason that its only reading was %s', async (_, change, value) => {
    const meter = await calls.meterOf()
    await change(await calls.send(meter, 0, 0.9))
    expect((await calls.alertsOf(meter)).map(endOf)).toEqual([['past', 'correction', value, 0.8, 1]])
  })

  it.each([
    ['a value', 0.9, 0.9],
    ['no value', null, null],
  ])('by a correction keeps that the reading had %s, also after a deletion', async (_, value, seen) => {
    const meter = await calls.meterOf()
    const reading = await calls.send(meter, 0, value)
    await calls.correct(reading, 0.5)
    const correctedOf = async () => (await calls.alertsOf(meter))[0]?.meter_value
    expect(await correctedOf()).toMatchObject({ value: 0.5, corrected_from: seen })
    await calls.remove(reading)
    expect(await correctedOf()).toMatchObject({ value: 0.5, corrected_from: seen })
  })

  it('shows no correction of a value that is still abnormal, or that a changed range made normal', async () => {
    const meter = await calls.meterOf()
    await calls.correct(await calls.send(meter, 0, 0.9), 0.95)
    await calls.setRange(meter, 2, 3)
    const [ended] = await calls.alertsOf(meter)
    expect(ended && endOf(ended)).toEqual(['past', 'range', 0.95, 0.8, 1])
    expect(ended?.meter_value).not.toHaveProperty('corrected_from')
  })

  it('is required by the database of each past alert, and of no occurring one', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const setting = (sql: SQL) =>
      test.deps.database
        .asSystem((tx) => tx.execute(sql))
        .then(
          () => 'stored',
          (error: Error) => /alerts_\w+/.exec(String(error.cause))?.[0],
        )
    expect(await setting(sql`update alerts set is_alert = false where meter_id = ${meter.id}`)).toBe(
      'alerts_ended',
    )
    expect(await setting(sql`update alerts set end_reason = 'value' where meter_id = ${meter.id}`)).toBe(
      'alerts_ended',
    )
    expect(
      await setting(sql`update alerts set is_alert = false, end_reason = 'x' where meter_id = ${meter.id}`),
    ).toBe('alerts_end_reason')
  })
})

describe('the range of an alert', () => {
  const ranges = async (meter: Parameters<typeof calls.alertsOf>[0]) =>
    (await calls.alertsOf(meter)).map(
      ({ emergency_start_value: start, emergency_end_value: end, meter_value }) => [
        start,
        end,
        meter_value.meter.emergency_start_value,
      ],
    )

  it('is the one that it was judged by: past and confirmed ones keep it, one that goes on has the new one', async () => {
    const meter = await calls.meterOf()
    for (const [at, value] of [0.9, 0.5, 0.9, 0.5, 0.9].entries()) await calls.send(meter, at, value)
    const [first] = await calls.alertsOf(meter)
    await calls.confirm(first?.id ?? 0)
    expect(await ranges(meter)).toEqual([
      [0.8, 1, 0.8],
      [0.8, 1, 0.8],
      [0.8, 1, 0.8],
    ])
    await calls.setRange(meter, 0.85, 1.2)
    expect(await ranges(meter)).toEqual([
      [0.8, 1, 0.85],
      [0.8, 1, 0.85],
      [0.85, 1.2, 0.85],
    ])
    await calls.send(meter, 5, 0.5)
    await calls.setRange(meter, 0.4, 0.6)
    expect((await ranges(meter)).at(-1)).toEqual([0.4, 0.6, 0.4])
  })
})

// Last: it moves the clock.
describe('the end of an alert by a person', () => {
  it.each([
    ['a correction', (_: TestMeter, id: number) => calls.correct(id, 0.5)],
    ['a changed range', (meter: TestMeter) => calls.setRange(meter, 0.95, 1)],
  ])('has the time of the server’s clock, after %s', async (_, change) => {
    const meter = await calls.meterOf()
    const id = await calls.send(meter, 0, 0.9)
    test.advance(300_000)
    const at = test.deps.clock()
    expect((await change(meter, id)).status).toBe(200)
    const [alert] = await calls.alertsOf(meter)
    expect(alert?.is_alert).toBe(false)
    expect(Date.parse(alert?.updated_at ?? '')).toBeGreaterThanOrEqual(at.getTime())
  })
})
