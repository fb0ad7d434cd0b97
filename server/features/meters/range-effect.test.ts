import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addMeter, addReading } from '../../../tests/support/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/data.ts'

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
    })
    expect(await effect('?emergency_start_value=0.4&emergency_end_value=0.6')).toEqual({
      readings: 8,
      to_abnormal: 3,
      to_normal: 3,
    })
    expect(await effect('')).toEqual({ readings: 8, to_abnormal: 0, to_normal: 3 })
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
