// Covers docs/requirements.md: 991, 998, 999

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading, addReplacement } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const limit = { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 }
const rule = { condition: limit, open_after: 1, close_after: 1, active: null, includes_unsure: false }

const newMeter = () => addMeter(test.deps.database, test.own.id)
type Meter = Awaited<ReturnType<typeof newMeter>>

const now = Date.now()

/** When the reading with this number was measured: every ten minutes, the last one ten minutes ago. */
const timeOf = (index: number, count: number) => new Date(now - (count - index) * 600_000)

async function add(meter: Meter, values: readonly (number | Parameters<typeof addReading>[2])[]) {
  const added = []
  for (const [index, value] of values.entries()) {
    const given = typeof value === 'number' ? { value } : value
    const createdAt = timeOf(index, values.length)
    added.push(await addReading(test.deps.database, meter, { createdAt, ...given }))
  }
  return added.map(({ id }) => id)
}

const ask = (meterId: number, more: object = {}, as = test.own.general) =>
  test.ask('POST', '/api/v1/alert-rules/replay', { as, body: { meter_id: meterId, rule, ...more } })
const replayed = async (meter: Meter, more?: object) => dataOf('replayAlertRule', await ask(meter.id, more))

describe('試算', () => {
  it('says which cases a rule would have opened in a meter’s readings, and how often', async () => {
    const meter = await newMeter()
    const ids = await add(meter, [0.49, 0.51, 0.495, 0.505, 0.485, 0.478, 0.6])
    const answer = await replayed(meter)
    const at = (index: number) => timeOf(index, ids.length).getTime()
    const cases = answer.cases.map((one) => ({
      level: one.level,
      by: one.opened_by,
      opened: Date.parse(one.opened_at),
      closed: one.closed_at && Date.parse(one.closed_at),
    }))
    expect(cases).toEqual([
      { level: 'alarm', by: ids[1], opened: at(1), closed: at(5) },
      { level: 'alarm', by: ids[6], opened: at(6), closed: null },
    ])
    expect(answer).toMatchObject({ readings: 7, alarms: 2, is_noisy: false })
    expect(answer.cases_per_week).toBeCloseTo((2 * 7) / 90)
    expect(await replayed(meter, { days: 7 })).toMatchObject({ cases_per_week: 2, is_noisy: true })
  })

  it('leaves out what rules do not judge', async () => {
    const meter = await newMeter()
    const values = [
      { value: 0.9, source: 'import' },
      { value: 0.9, source: 'camera', timeMark: 'unconfirmed' },
      { value: 0.9, deletedAt: new Date() },
      { value: 0.9, source: 'camera', valueSource: 'reader', readState: 1, confidence: 0.2 },
      0.4,
    ] as const
    await add(meter, values)
    expect(await replayed(meter)).toMatchObject({ readings: 2, cases: [] })
    const all = { rule: { ...rule, includes_unsure: true } }
    expect((await replayed(meter, all)).cases).toHaveLength(1)
  })

  it('does not compare a replaced meter with the one before', async () => {
    const meter = await newMeter()
    const condition = { kind: 'change', direction: 'fall', amount: 1, minutes: 10, level: 'alarm' }
    const values = [500, 501, 3, 4]
    await add(meter, values)
    const change = { rule: { ...rule, condition } }
    expect((await replayed(meter, change)).cases).toHaveLength(1)
    await addReplacement(test.deps.database, meter, test.own.general.id, { at: timeOf(1.5, values.length) })
    expect((await replayed(meter, change)).cases).toHaveLength(0)
  })

  it('refuses a rule that can never work, and names the field', async () => {
    const meter = await newMeter()
    const beyond = { rule: { ...rule, condition: { ...limit, closing_limit: 0.6 } } }
    expect(failureOf(await ask(meter.id, beyond)).issues).toEqual([
      { path: 'rule.condition.closing_limit', message: '解消の値は、警報の値以下にしてください' },
    ])
    const never = { rule: { ...rule, active: { from: '08:00', to: '18:00', weekdays: [] } } }
    expect(failureOf(await ask(meter.id, never)).issues?.[0]?.path).toBe('rule.active.weekdays')
  })

  it('knows no meter of another organization', async () => {
    const meter = await addMeter(test.deps.database, test.other.id)
    const failure = failureOf(await ask(meter.id))
    expect(failure).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'meter_id' }] })
  })
})
