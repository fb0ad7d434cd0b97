// Covers docs/requirements.md: 1029, 1030, 1031, 1032, 1071

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertCalls, brief, occurring, past, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlertRule, addGroup } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { alertAnnouncements, alertRules, alerts, groups, meters } from '../../db/schema.ts'
import { openMissedAlerts } from '../alerts/index.ts'

let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
})
afterAll(() => test.close())

const warned = {
  kind: 'limit',
  direction: 'above',
  warning: 0.5,
  alarm: 0.7,
  closing_limit: 0.48,
} as const

/** A meter without an abnormal range, and a rule that opens above 0.5. */
async function ruled(
  given: Parameters<typeof addAlertRule>[2] = {},
  of: Parameters<typeof calls.meterOf>[0] = {},
) {
  const range = { emergencyStartValue: null, emergencyEndValue: null }
  const meter = await calls.meterOf({ ...range, meterUnitId: 1, ...of })
  return { meter, rule: await addAlertRule(test.deps.database, meter, given) }
}
const count = async (flags: string, meter: TestMeter) =>
  dataOf('alerts', await calls.list(`meter_ids=${meter.id}&${flags}`)).length
const announced = async (meter: TestMeter) => {
  const ids = (await calls.alertsOf(meter)).map(({ id }) => id)
  const rows = await test.deps.database.asSystem((tx) => tx.select().from(alertAnnouncements))
  return rows.filter(({ alertId }) => ids.includes(alertId))
}

describe('the alert of a rule', () => {
  it('is listed and counted with the name, sentence and level, and is past when its case closes', async () => {
    const { meter } = await ruled({ name: '高圧', condition: warned }, { name: '一次圧' })
    await calls.send(meter, 0, 0.4)
    const reading = await calls.send(meter, 10, 0.6)
    expect(await count('is_alert=true&is_alerted=true', meter)).toBe(1)
    const [alert] = await calls.alertsOf(meter)
    expect(alert).toMatchObject({
      is_alert: true,
      emergency_start_value: null,
      rule: { name: '高圧', level: 'warning' },
      meter_value: { id: reading, value: 0.6 },
    })
    expect(alert?.rule?.sentence).toMatch(/^一次圧が0\.50? MPaを超えたら注意、/)
    await calls.send(meter, 20, 0.8)
    const [worse] = await calls.alertsOf(meter)
    expect(worse).toMatchObject({ id: alert?.id, rule: { level: 'alarm' }, meter_value: { value: 0.8 } })
    await calls.send(meter, 30, 0.4)
    expect(await calls.of(meter)).toEqual([past(10, 20, 30)])
    expect(await calls.alertsOf(meter)).toMatchObject([{ end_reason: 'value' }])
  })

  it('keeps the limits that opened it, whatever the rule says later; one that compares with none has none', async () => {
    const { meter, rule } = await ruled({ condition: warned })
    await calls.send(meter, 0, 0.6)
    const limitsOf = async (of: TestMeter) => (await calls.alertsOf(of)).map((alert) => alert.rule?.limits)
    const { name, meterUnitId: meter_unit_id } = rule
    const target = { meter_id: meter.id, meter_group_id: null, meter_category_id: null, meter_unit_id }
    const judging = { open_after: 1, close_after: 1, active: null, includes_unsure: false }
    const body = { name, ...target, ...judging, condition: { ...warned, warning: null, alarm: 0.9 } }
    const path = `/api/v1/alert-rules/${rule.id}`
    dataOf('updateAlertRule', await test.ask('PUT', path, { as: test.own.admin, body }))
    expect(await limitsOf(meter)).toEqual([{ warning: 0.5, alarm: 0.7 }])
    const other = await ruled({
      condition: { kind: 'change', direction: 'rise', amount: 0.1, minutes: 10, level: 'alarm' },
    })
    await calls.send(other.meter, 0, 0.4)
    await calls.send(other.meter, 10, 0.9)
    expect(await limitsOf(other.meter)).toEqual([undefined])
  })

  it('is confirmed with a comment, which its author changes, and stays as it was when its case closes', async () => {
    const { meter } = await ruled()
    await calls.send(meter, 0, 0.9)
    const [alert] = await calls.alertsOf(meter)
    const confirmed = dataOf('updateAlert', await calls.confirm(alert?.id ?? 0, { comment: '弁を閉めた' }))
    expect(confirmed).toMatchObject({ is_alerted: false, comment: '弁を閉めた', rule: alert?.rule })
    await calls.send(meter, 10, 0.4)
    await calls.comment(alert?.id ?? 0, '弁を交換した')
    expect(await calls.alertsOf(meter)).toMatchObject([
      { is_alerted: false, end_reason: null, comment: '弁を交換した' },
    ])
    await calls.send(meter, 20, 0.9)
    expect((await calls.alertsOf(meter)).map(brief).at(-1)).toEqual(occurring(20, 20))
  })

  it('is again what its case is when the confirmation is undone', async () => {
    const { meter } = await ruled({ condition: warned })
    await calls.send(meter, 0, 0.6)
    const [alert] = await calls.alertsOf(meter)
    await calls.confirm(alert?.id ?? 0)
    await calls.send(meter, 10, 0.8)
    expect((await calls.undo(alert?.id ?? 0)).status).toBe(200)
    expect(await calls.of(meter)).toEqual([occurring(0, 10)])
    expect(await calls.alertsOf(meter)).toMatchObject([{ rule: { level: 'alarm' }, end_reason: null }])
    await calls.confirm(alert?.id ?? 0)
    await calls.send(meter, 20, 0.4)
    await calls.undo(alert?.id ?? 0)
    expect(await calls.of(meter)).toEqual([past(0, 10, 20)])
    expect(failureOf(await calls.undo(alert?.id ?? 0)).code).toBe('undo_refused')
  })

  it('ends by correction where its reading is corrected or deleted, and occurs again where that is undone', async () => {
    const { meter } = await ruled()
    const reading = await calls.send(meter, 0, 0.9)
    await calls.correct(reading, 0.4)
    expect(await calls.alertsOf(meter)).toMatchObject([{ is_alert: false, end_reason: 'correction' }])
    await calls.correct(reading, 0.9)
    expect(await calls.of(meter)).toEqual([occurring(0, 0)])
    await calls.remove(reading)
    expect(await calls.alertsOf(meter)).toMatchObject([{ is_alert: false, end_reason: 'correction' }])
  })

  it('does not change any more where its reading is corrected after a confirmation', async () => {
    const { meter } = await ruled()
    const reading = await calls.send(meter, 0, 0.9)
    const [alert] = await calls.alertsOf(meter)
    await calls.confirm(alert?.id ?? 0)
    await calls.correct(reading, 0.4)
    expect(await calls.alertsOf(meter)).toMatchObject([{ confirm_at: expect.any(String), end_reason: null }])
  })

  it('of a case that was over when it was found is past, and nobody is told of it', async () => {
    const { meter } = await ruled()
    await calls.send(meter, 20, 0.4)
    await calls.send(meter, 10, 0.9)
    expect(await calls.of(meter)).toEqual([past(10, 10, 20)])
    expect(await announced(meter)).toEqual([])
  })

  it('ends when its rule is changed, and stays with the rule as it was when that is deleted', async () => {
    const { meter, rule } = await ruled({ name: '消すルール' })
    await calls.send(meter, 0, 0.9)
    const [first] = await calls.alertsOf(meter)
    const as = test.own.admin
    const path = `/api/v1/alert-rules/${rule.id}`
    const body = {
      name: '変えたルール',
      meter_id: meter.id,
      meter_group_id: null,
      meter_category_id: null,
      meter_unit_id: 1,
      condition: { ...rule.condition, alarm: 0.6 },
      open_after: 1,
      close_after: 1,
      active: null,
      includes_unsure: false,
    }
    dataOf('updateAlertRule', await test.ask('PUT', path, { as, body }))
    expect(await calls.alertsOf(meter)).toMatchObject([
      { is_alert: false, is_alerted: true, end_reason: 'rule', rule: first?.rule },
    ])
    await calls.confirm(first?.id ?? 0)
    await test.deps.database.asSystem((tx) => tx.update(alertRules).set({ judgedFrom: new Date(1) }))
    await calls.send(meter, 10, 0.9)
    dataOf('deleteAlertRule', await test.ask('DELETE', path, { as }))
    expect(await calls.alertsOf(meter)).toMatchObject([
      { confirm_at: expect.any(String), rule: { name: '消すルール' } },
      { is_alert: false, is_alerted: true, end_reason: 'rule', rule: { name: '変えたルール' } },
    ])
  })

  it('ends when the group of its rule is deleted', async () => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id)
    const of = { meterId: null, meterGroupId: group.id }
    const { meter } = await ruled(of, { meterGroupId: group.id })
    await calls.send(meter, 0, 0.9)
    await database.asSystem((tx) =>
      tx.update(meters).set({ meterGroupId: null }).where(eq(meters.id, meter.id)),
    )
    await database.asSystem((tx) => tx.delete(groups).where(eq(groups.id, group.id)))
    expect(await calls.alertsOf(meter)).toMatchObject([{ is_alert: false, end_reason: 'rule' }])
  })
})

describe('a meter with an abnormal range and a rule', () => {
  it('has alerts of both, which open, end and are confirmed apart', async () => {
    const { meter } = await ruled({}, { emergencyStartValue: 0.8, emergencyEndValue: 1 })
    await calls.send(meter, 0, 0.4)
    await calls.send(meter, 10, 0.9)
    const [rule, range] = (await calls.alertsOf(meter)).toSorted(
      (a, b) => Number(a.rule === undefined) - Number(b.rule === undefined),
    )
    expect([rule?.is_alert, range?.is_alert]).toEqual([true, true])
    expect(range).toMatchObject({ emergency_start_value: 0.8, emergency_end_value: 1 })
    expect(range).not.toHaveProperty('rule')
    await calls.send(meter, 20, 0.6)
    const stateOf = async (id: number | undefined) =>
      (await calls.alertsOf(meter)).find((alert) => alert.id === id)?.is_alert
    expect([await stateOf(rule?.id), await stateOf(range?.id)]).toEqual([true, false])
    await calls.confirm(range?.id ?? 0)
    await calls.send(meter, 30, 0.9)
    expect(await stateOf(rule?.id)).toBe(true)
    expect(await count('is_alert=true', meter)).toBe(2)
  })

  it('keeps the alert of the rule where the range is changed, and its preview does not count it', async () => {
    const { meter } = await ruled({}, { emergencyStartValue: 0.8, emergencyEndValue: 1 })
    await calls.send(meter, 0, 0.6)
    const path = `/api/v1/meters/${meter.id}/range-effect?emergency_start_value=0.85&emergency_end_value=1`
    const effect = dataOf('rangeEffect', await test.ask('GET', path, { as: test.own.admin }))
    expect(effect.ends_alert).toBe(false)
    await calls.setRange(meter, 0.85, 1)
    expect(await calls.alertsOf(meter)).toMatchObject([
      { is_alert: true, emergency_start_value: null, emergency_end_value: null },
    ])
  })

  it('gets the alert of its range that was missed, whatever its rule has opened', async () => {
    const { meter } = await ruled({}, { emergencyStartValue: 0.8, emergencyEndValue: 1 })
    await calls.send(meter, 0, 0.9)
    const range = (await calls.alertsOf(meter)).find(({ rule }) => rule === undefined)
    const { database, jobs } = test.deps
    await database.asSystem((tx) => tx.delete(alerts).where(eq(alerts.id, range?.id ?? 0)))
    await openMissedAlerts({ database, jobs }, new Date())
    expect((await calls.alertsOf(meter)).filter(({ rule }) => rule === undefined)).toHaveLength(1)
  })
})

it('a case is announced in the transaction that stores its reading, once', async () => {
  const { meter } = await ruled()
  await calls.send(meter, 0, 0.9)
  await calls.send(meter, 10, 0.95)
  expect(await announced(meter)).toMatchObject([{ worseningId: null, isEnd: false }])
})
