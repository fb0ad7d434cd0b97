import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertCalls, brief, occurring, past } from '../../../tests/support/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { photograph } from '../../../tests/support/subjects.ts'

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

  it('goes when a correction leaves it no abnormal reading, and merges when what parted two is deleted', async () => {
    const meter = await calls.meterOf()
    const wrong = await calls.send(meter, 1, 0.9)
    await calls.correct(wrong, 0.5)
    expect(await calls.of(meter)).toEqual([])
    await calls.correct(wrong, 0.9)
    const between = await calls.send(meter, 2, 0.5)
    await calls.send(meter, 3, 0.9)
    const [first] = await calls.alertsOf(meter)
    expect(await calls.of(meter)).toEqual([past(1, 1, 2), occurring(3, 3)])
    await calls.remove(between)
    const merged = await calls.alertsOf(meter)
    expect(merged.map(brief)).toEqual([occurring(1, 3)])
    expect(merged[0]?.id).toBe(first?.id)
    await calls.remove(wrong)
    expect(await calls.of(meter)).toEqual([occurring(3, 3)])
  })

  it('follows a changed abnormal range', async () => {
    const meter = await calls.meterOf()
    for (const [at, value] of [0.5, 0.7, 0.5, 0.9, 0.7].entries()) await calls.send(meter, at, value)
    expect(await calls.of(meter)).toEqual([past(3, 3, 4)])
    await calls.setRange(meter, 0.6, 1)
    expect(await calls.of(meter)).toEqual([past(1, 1, 2), occurring(3, 4)])
    await calls.setRange(meter, null, null)
    expect(await calls.of(meter)).toEqual([])
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
