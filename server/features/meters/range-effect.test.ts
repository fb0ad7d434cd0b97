// Covers docs/requirements.md: 7, 584

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readState } from '../../../contract/values/abnormal.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlert, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const day = 86_400_000
const ask = (meterId: number, query: string) =>
  test.ask('GET', `/api/v1/meters/${meterId}/range-effect${query}`, { as: test.own.general })

describe('the effect of another abnormal range', () => {
  it('is counted both ways among the readings of the last 30 days, without those that are deleted', async () => {
    const { database, clock } = test.deps
    const meter = await addMeter(database, test.own.id)
    const ago = (days: number) => new Date(clock().getTime() - days * day)
    const add = (value: number | null, days: number, given: object = {}) =>
      addReading(database, meter, {
        value,
        isAbnormal: value === null || value >= 0.8,
        createdAt: ago(days),
        ...given,
      })
    for (const days of [1, 2, 29.9, 30.1]) {
      await add(0.5, days)
      await add(0.9, days)
    }
    await add(0.7, 3)
    await add(null, 3)
    await add(0.5, 4, { deletedAt: ago(1) })
    const effect = async (query: string) => dataOf('rangeEffect', await ask(meter.id, query))
    expect(await effect('?emergency_start_value=0.8&emergency_end_value=1')).toEqual({
      readings: 8,
      to_abnormal: 0,
      to_normal: 0,
      ends_alert: false,
    })
    expect(await effect('?emergency_start_value=0.4&emergency_end_value=0.6')).toEqual({
      readings: 8,
      to_abnormal: 3,
      to_normal: 3,
      ends_alert: false,
    })
    expect(await effect('')).toMatchObject({ readings: 8, to_abnormal: 0, to_normal: 3 })
  })

  it('includes whether the alert ends that is occurring, as it does when the range is saved', async () => {
    const { database, clock } = test.deps
    const range = { emergencyStartValue: 0.8, emergencyEndValue: 1 }
    const meter = await addMeter(database, test.own.id, range)
    const ago = (days: number) => new Date(clock().getTime() - days * day)
    const add = (value: number | null, days: number, given: object = {}) =>
      addReading(database, meter, { value, isAbnormal: true, createdAt: ago(days), ...given })
    await add(0.85, 3)
    // Older than the readings that are counted.
    const seen = await add(0.95, 40)
    const latest = await add(0.9, 2)
    const picture = { readState: readState.unprocessed, isAbnormal: false }
    await add(null, 1, picture)
    const ends = async (start: number, end: number) => {
      const query = `?emergency_start_value=${start}&emergency_end_value=${end}`
      return dataOf('rangeEffect', await ask(meter.id, query)).ends_alert
    }
    expect(await ends(0.92, 1)).toBe(false)
    await addAlert(database, latest, { firstReadingId: seen.id, createdAt: seen.createdAt })
    // The latest reading stays abnormal.
    expect(await ends(0.9, 1)).toBe(false)
    // An earlier one stays abnormal.
    expect(await ends(0.92, 1)).toBe(true)
    await test.ask('PUT', `/api/v1/meters/${meter.id}`, {
      as: test.own.general,
      body: { emergency_start_value: 0.92, emergency_end_value: 1 },
    })
    const past = await test.ask('GET', '/api/v1/meter-alerts?is_alert=false&is_alerted=true', {
      as: test.own.general,
    })
    const ofMeter = dataOf('alerts', past).filter(({ meter_value: value }) => value.meter_id === meter.id)
    expect(ofMeter.map(({ end_reason: reason }) => reason)).toContain('range')
    expect(await ends(0.8, 0.85)).toBe(false)
  })

  it.each([
    ['upside down', '?emergency_start_value=130&emergency_end_value=120', 'emergency_end_value'],
    ['with one bound', '?emergency_end_value=120', 'emergency_start_value'],
    ['of words', '?emergency_start_value=a&emergency_end_value=1', 'emergency_start_value'],
  ])('is refused for a range %s', async (_what, query, path) => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const answer = await ask(meter.id, query)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues).toMatchObject([{ path }])
  })
})
