import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertDesk, brief, occurring, past } from '../../../tests/support/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { photograph } from '../../../tests/support/subjects.ts'

let test: TestApp
let desk: ReturnType<typeof alertDesk>
beforeAll(async () => {
  test = await createTestApp()
  desk = alertDesk(test)
})
afterAll(() => test.close())

describe('an alert', () => {
  it('opens with the first abnormal reading, follows further ones and is over with a normal one', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.5)
    expect(await desk.of(meter)).toEqual([])
    await desk.send(meter, 1, 0.9)
    expect(await desk.of(meter)).toEqual([occurring(1, 1)])
    const latest = await desk.send(meter, 2, null)
    const [alert] = await desk.alertsOf(meter)
    expect(alert && brief(alert)).toEqual(occurring(1, 2))
    expect(alert?.meter_value).toMatchObject({ id: latest, value: null, meter: { name: meter.name } })
    await desk.send(meter, 3, 0.5)
    await desk.send(meter, 4, 0.4)
    expect(await desk.of(meter)).toEqual([past(1, 2, 3)])
    await desk.send(meter, 5, 1)
    expect(await desk.of(meter)).toEqual([past(1, 2, 3), occurring(5, 5)])
  })

  it('does not open with a picture that is still to be read, and such a one ends none', async () => {
    const meter = await desk.meterOf()
    const image = Buffer.from(photograph).toString('base64')
    await desk.send(meter, 0, null, image)
    expect(await desk.of(meter)).toEqual([])
    await desk.send(meter, 1, 0.9)
    await desk.send(meter, 2, null, image)
    expect(await desk.of(meter)).toEqual([occurring(1, 1)])
  })

  it('that arrives late opens as past, and a late normal reading cuts one in two', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 10, 0.5)
    await desk.send(meter, 4, 0.9)
    await desk.send(meter, 6, 0.95)
    expect(await desk.of(meter)).toEqual([past(4, 6, 10)])
    await desk.send(meter, 5, 0.5)
    expect(await desk.of(meter)).toEqual([past(4, 4, 5), past(6, 6, 10)])
  })

  it('goes when a correction leaves it no abnormal reading, and merges when what parted two is deleted', async () => {
    const meter = await desk.meterOf()
    const wrong = await desk.send(meter, 1, 0.9)
    await desk.correct(wrong, 0.5)
    expect(await desk.of(meter)).toEqual([])
    await desk.correct(wrong, 0.9)
    const between = await desk.send(meter, 2, 0.5)
    await desk.send(meter, 3, 0.9)
    const [first] = await desk.alertsOf(meter)
    expect(await desk.of(meter)).toEqual([past(1, 1, 2), occurring(3, 3)])
    await desk.remove(between)
    const merged = await desk.alertsOf(meter)
    expect(merged.map(brief)).toEqual([occurring(1, 3)])
    expect(merged[0]?.id).toBe(first?.id)
    await desk.remove(wrong)
    expect(await desk.of(meter)).toEqual([occurring(3, 3)])
  })

  it('follows a changed abnormal range', async () => {
    const meter = await desk.meterOf()
    for (const [at, value] of [0.5, 0.7, 0.5, 0.9, 0.7].entries()) await desk.send(meter, at, value)
    expect(await desk.of(meter)).toEqual([past(3, 3, 4)])
    await desk.setRange(meter, 0.6, 1)
    expect(await desk.of(meter)).toEqual([past(1, 1, 2), occurring(3, 4)])
    await desk.setRange(meter, null, null)
    expect(await desk.of(meter)).toEqual([])
  })
})

describe('the range of an alert', () => {
  const ranges = async (meter: Parameters<typeof desk.alertsOf>[0]) =>
    (await desk.alertsOf(meter)).map(
      ({ emergency_start_value: start, emergency_end_value: end, meter_value }) => [
        start,
        end,
        meter_value.meter.emergency_start_value,
      ],
    )

  it('is the one that it was judged by: past and confirmed ones keep it, one that goes on has the new one', async () => {
    const meter = await desk.meterOf()
    for (const [at, value] of [0.9, 0.5, 0.9, 0.5, 0.9].entries()) await desk.send(meter, at, value)
    const [first] = await desk.alertsOf(meter)
    await desk.confirm(first?.id ?? 0)
    expect(await ranges(meter)).toEqual([
      [0.8, 1, 0.8],
      [0.8, 1, 0.8],
      [0.8, 1, 0.8],
    ])
    await desk.setRange(meter, 0.85, 1.2)
    expect(await ranges(meter)).toEqual([
      [0.8, 1, 0.85],
      [0.8, 1, 0.85],
      [0.85, 1.2, 0.85],
    ])
    await desk.send(meter, 5, 0.5)
    await desk.setRange(meter, 0.4, 0.6)
    expect((await ranges(meter)).at(-1)).toEqual([0.4, 0.6, 0.4])
  })
})
