// Covers docs/requirements.md: 1064, 1065, 1066, 1067

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlertRule, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { alertRuleCases, alertRules, alerts, organizations } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Meter = Awaited<ReturnType<typeof addMeter>>
type Rule = Awaited<ReturnType<typeof addAlertRule>>

const [hour, day] = [3_600_000, 86_400_000]
/** So many days ago at an hour of Japan. */
const at = (days: number, clock: number) =>
  new Date(Math.floor(Date.now() / day) * day - days * day + (clock - 9) * hour)

const newMeter = (given: object = {}) => {
  const range = { emergencyStartValue: null, emergencyEndValue: null }
  return addMeter(test.deps.database, test.own.id, { meterUnitId: 1, decimalPoint: 3, ...range, ...given })
}

interface Opened {
  time: Date
  isOpen?: boolean
  comment?: string | null
  isConfirmed?: boolean
}

/** Adds alerts of a rule, or of the abnormal range of the meter. All have one reading. */
async function addOpened(meter: Meter, rule: Rule | null, ...opened: Opened[]) {
  const { database } = test.deps
  const { organizationId, id: meterId } = meter
  const reading = await addReading(database, meter, { value: 0.6, createdAt: at(2, 12), source: 'camera' })
  const judging = { open_after: 1, close_after: 1, active: null, includes_unsure: false }
  await database.asSystem(async (tx) => {
    for (const { time, isOpen = false, comment = null, isConfirmed = comment !== null } of opened) {
      const closedAt = isOpen ? null : new Date(time.getTime() + hour)
      const cases =
        rule &&
        (await tx
          .insert(alertRuleCases)
          .values({
            organizationId,
            ruleId: rule.id,
            meterId,
            judging: { ...judging, condition: rule.condition },
            judgedFrom: rule.judgedFrom,
            level: 'alarm',
            beganAt: time,
            beganId: reading.id,
            openedAt: time,
            openedId: reading.id,
            closedAt,
            isTold: true,
          })
          .returning())
      await tx.insert(alerts).values({
        organizationId,
        meterId,
        isAlert: isOpen,
        isAlerted: !isConfirmed,
        createdAt: time,
        firstReadingId: reading.id,
        latestAt: time,
        readingId: reading.id,
        updatedAt: closedAt ?? time,
        endReason: isOpen ? null : 'value',
        ...(isConfirmed && { confirmAt: time, confirmedByUserId: test.own.general.id, comment }),
        ...(rule
          ? { rule: { name: rule.name, sentence: '', level: 'alarm' as const }, ruleCaseId: cases?.[0]?.id }
          : { emergencyStartValue: meter.emergencyStartValue, emergencyEndValue: meter.emergencyEndValue }),
      })
    }
  })
}

const addEvery = (meter: Meter, rule: Rule | null, count: number, first = 2) =>
  addOpened(meter, rule, ...Array.from({ length: count }, (_, index) => ({ time: at(first + index, 12) })))

const ask = (as = test.own.general) => test.ask('GET', '/api/v1/alert-rules/noise', { as })
const sources = async () => dataOf('noise', await ask()).sources
const sourceOf = async ({ id }: { id: number }, of: 'rule_id' | 'meter_id' = 'rule_id') =>
  (await sources()).find((source) => source[of] === id)
const clear = () =>
  test.deps.database.asSystem((tx) =>
    tx.update(alertRules).set({ isEnabled: false }).where(eq(alertRules.organizationId, test.own.id)),
  )

const setZone = (timeZone: string) =>
  test.deps.database.asSystem((tx) =>
    tx.update(organizations).set({ timeZone }).where(eq(organizations.id, test.own.id)),
  )

describe('the list of noisy rules', () => {
  it('counts the alerts of a rule, those at night in the zone of the organization, and what people did', async () => {
    const [meter, second] = [await newMeter({ name: '往き圧' }), await newMeter()]
    const rule = await addAlertRule(test.deps.database, meter, { name: '高圧' })
    await addOpened(
      meter,
      rule,
      ...[22, 3, 5.99, 6, 21.99].map((clock) => ({ time: at(70, clock) })),
      { time: at(60, 12), comment: '弁を閉めた' },
      { time: at(50, 12), isConfirmed: true },
    )
    await addOpened(second, rule, { time: at(40, 12), isOpen: true })
    await addEvery(meter, rule, 6)
    expect(await sourceOf(rule)).toEqual({
      rule_id: rule.id,
      meter_id: null,
      name: '高圧',
      meter_count: 2,
      alerts: 14,
      alerts_per_week: expect.closeTo((14 * 7) / 90),
      alerts_at_night: 3,
      confirmed: 2,
      commented: 1,
      ended_unconfirmed: 11,
    })
    await setZone('UTC')
    // Noon of Japan is 3:00 there, and the hours of its night are no longer.
    expect((await sourceOf(rule))?.alerts_at_night).toBe(9)
    await setZone('Asia/Tokyo')
  })

  it('counts the alerts of an abnormal range by the meter, as long as the range is the same', async () => {
    const meter = await newMeter({ name: '槽', emergencyStartValue: 0, emergencyEndValue: 0.5 })
    await addEvery(meter, null, 13)
    expect(await sourceOf(meter, 'meter_id')).toMatchObject({
      rule_id: null,
      name: '槽',
      meter_count: 1,
      alerts: 13,
    })
    const as = test.own.admin
    const body = { emergency_start_value: 0, emergency_end_value: 0.7 }
    dataOf('updateMeter', await test.ask('PUT', `/api/v1/meters/${meter.id}`, { as, body }))
    expect(await sourceOf(meter, 'meter_id')).toBeUndefined()
  })

  it('leaves out one alert a week, what is older, and rules that were changed, switched off or deleted', async () => {
    const meter = await newMeter()
    const quiet = await addAlertRule(test.deps.database, meter)
    await addEvery(meter, quiet, 12)
    await addEvery(meter, quiet, 12, 92)
    expect(await sourceOf(quiet)).toBeUndefined()
    for (const end of ['change', 'switch', 'delete'] as const) {
      const rule = await addAlertRule(test.deps.database, meter)
      await addEvery(meter, rule, 13)
      expect(await sourceOf(rule)).toMatchObject({ alerts: 13 })
      const path = `/api/v1/alert-rules/${rule.id}`
      const body = {
        name: rule.name,
        meter_id: meter.id,
        meter_group_id: null,
        meter_category_id: null,
        meter_unit_id: 1,
        condition: rule.condition,
        open_after: end === 'change' ? 3 : 1,
        close_after: 1,
        active: null,
        includes_unsure: false,
        is_enabled: end !== 'switch',
      }
      const as = test.own.admin
      if (end === 'delete') dataOf('deleteAlertRule', await test.ask('DELETE', path, { as }))
      else dataOf('updateAlertRule', await test.ask('PUT', path, { as, body }))
      expect(await sourceOf(rule)).toBeUndefined()
    }
  })

  it('says how many a week a rule opens since it changed, and begins with the loudest ten', async () => {
    await clear()
    const meter = await newMeter()
    const young = await addAlertRule(test.deps.database, meter, { judgedFrom: at(14, 12) })
    await addEvery(meter, young, 6)
    for (let count = 13; count < 24; count++)
      await addEvery(meter, await addAlertRule(test.deps.database, meter), count)
    const listed = await sources()
    expect(listed[0]).toMatchObject({ rule_id: young.id, alerts: 6 })
    expect(listed[0]?.alerts_per_week).toBeCloseTo(3, 0)
    expect(listed.map(({ alerts }) => alerts)).toEqual([6, 23, 22, 21, 20, 19, 18, 17, 16, 15])
  })

  it('shows an organization only its own', async () => {
    const stranger = dataOf('noise', await ask(test.other.general))
    expect(stranger.sources).toEqual([])
  })
})

const quieter = (query: string, as = test.own.general) =>
  test.ask('GET', `/api/v1/alert-rules/quieter?${query}`, { as })

describe('the quieter rule', () => {
  /** The value flutters around 0.5 for two hours of each of twelve days, and falls. */
  async function flutter(meter: Meter) {
    for (let days = 2; days < 14; days++)
      for (let index = 0; index < 13; index++)
        await addReading(test.deps.database, meter, {
          value: index === 12 ? 0.4 : index % 2 === 0 ? 0.51 : 0.495,
          source: 'camera',
          createdAt: new Date(at(days, 12).getTime() + index * 600_000),
        })
  }

  it('opens at most a quarter of the alerts in the readings of the loudest meters', async () => {
    const meter = await newMeter({ startValue: 0, endValue: 1 })
    await flutter(meter)
    const condition = {
      kind: 'limit',
      direction: 'above',
      warning: null,
      alarm: 0.5,
      closing_limit: 0.5,
    } as const
    const rule = await addAlertRule(test.deps.database, meter, { condition })
    await addOpened(meter, rule, { time: at(2, 12) })
    const answer = dataOf('quieterRule', await quieter(`rule_id=${rule.id}`))
    expect(answer).toMatchObject({ meters: 1, cases: 72, problem: null, rule: { condition } })
    expect(answer.proposed).toMatchObject({
      cases: 12,
      rule: { condition: { ...condition, closing_limit: 0.48 } },
    })
    expect(failureOf(await quieter(`rule_id=${rule.id}`, test.other.general)).code).toBe('not_found')
  })

  it('takes the place of the side of an abnormal range that opens more', async () => {
    const meter = await newMeter({
      startValue: 0,
      endValue: 1,
      emergencyStartValue: 0,
      emergencyEndValue: 0.5,
    })
    await flutter(meter)
    const answer = dataOf('quieterRule', await quieter(`meter_id=${meter.id}`))
    expect(answer.rule.condition).toMatchObject({ direction: 'above', alarm: 0.5, closing_limit: 0.5 })
    expect(answer).toMatchObject({ cases: 72, proposed: { cases: 12 } })
    expect(failureOf(await quieter(`meter_id=${meter.id}`, test.other.general)).code).toBe('not_found')
    expect(failureOf(await quieter(`meter_id=${(await newMeter()).id}`)).code).toBe('not_found')
  })

  it('says why there is none', async () => {
    const [meter, steady] = [await newMeter(), await newMeter()]
    const problemOf = async (of: Meter, given: object = {}) => {
      const rule = await addAlertRule(test.deps.database, of, given)
      await addOpened(of, rule, { time: at(2, 12) })
      return dataOf('quieterRule', await quieter(`rule_id=${rule.id}`)).problem
    }
    const unheard = await addAlertRule(test.deps.database, meter)
    expect(dataOf('quieterRule', await quieter(`rule_id=${unheard.id}`)).problem).toBe('no_readings')
    const high = { kind: 'limit', direction: 'above', warning: null, alarm: 5, closing_limit: 4 } as const
    expect(await problemOf(steady, { condition: high })).toBe('no_cases')
  })

  it('is asked for with a rule or a meter', async () => {
    for (const query of ['', 'rule_id=1&meter_id=1'])
      expect(failureOf(await quieter(query)).issues?.map(({ path }) => path)).toEqual(['rule_id'])
  })
})
