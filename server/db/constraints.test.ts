// Covers docs/requirements.md: 203, 554, 574, 586, 614, 620, 631, 730, 731, 1063, 1077

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doubts } from '../../contract/values/doubts.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import {
  addAlertRule,
  addCostBearer,
  addDevice,
  addGroup,
  addInspection,
  addKey,
  addMaintenance,
  addMeter,
  addPicture,
  addReading,
  addRecipientGroup,
} from '../../tests/support/server/builders.ts'
import { photograph } from '../../tests/support/server/subjects.ts'
import { deviceReports, meters, plans, readingChanges, readings, skips, webhookCalls } from './schema.ts'

let test: TestApp
let foreign: Awaited<ReturnType<typeof addMeter>>
beforeAll(async () => {
  test = await createTestApp()
  foreign = await addMeter(test.deps.database, test.other.id)
  await addReading(test.deps.database, foreign)
})
afterAll(() => test.close())

const asOwn = <T>(work: Parameters<typeof test.deps.database.inOrganization<T>>[2]) =>
  test.deps.database.inOrganization(test.own.id, test.own.system.id, work)
/** The constraint or policy that refused, from the database’s own error beneath Drizzle’s. */
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
}

describe('the database', () => {
  it.each([
    ['unknown action', { action: sql`'guess'` as never }, /reading_changes_action/],
    ['empty reason', { reason: '' }, /reading_changes_reason/],
    ['reason that is too long', { reason: 'あ'.repeat(101) }, /reading_changes_reason/],
  ])('refuses a change of a reading with an %s', async (_what, wrong, constraint) => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id: readingId } = await addReading(test.deps.database, meter)
    const change = {
      organizationId: test.own.id,
      readingId,
      userId: test.own.general.id,
      action: 'correct' as const,
      before: {},
      after: {},
    }
    const insert = test.deps.database.asSystem((tx) =>
      tx.insert(readingChanges).values({ ...change, ...wrong }),
    )
    expect(await refusal(insert)).toMatch(constraint)
  })

  it('refuses what an analog input measured in a report of a picture', async () => {
    const { id: deviceId } = await addDevice(test.deps.database, test.own.id)
    const at = new Date()
    const report = { organizationId: test.own.id, deviceId, createdAt: at, receivedAt: at, measured: 3.2 }
    const insert = (kind: 'picture' | 'analog') =>
      test.deps.database.asSystem((tx) => tx.insert(deviceReports).values({ ...report, kind }))
    expect(await refusal(insert('picture'))).toMatch(/device_reports_measured/)
    await insert('analog')
  })

  it('refuses a note about a webhook’s picture without the time of its arrival', async () => {
    const { id: keyId } = await addKey(test.deps, test.own.id, test.own.general.id)
    const { sha256 } = await addPicture(test.deps, test.own.id, photograph)
    const insert = (given: object) =>
      test.deps.database.asSystem((tx) =>
        tx.insert(webhookCalls).values({ organizationId: test.own.id, keyId, at: new Date(), ...given }),
      )
    expect(await refusal(insert({ pictureSha256: sha256, note: 'n' }))).toMatch(/webhook_calls_received_at/)
    await insert({ pictureSha256: sha256, note: 'n', receivedAt: new Date() })
  })

  it('stores a webhook’s picture without the time of its arrival, which a server of the version before does not write', async () => {
    const { id: keyId } = await addKey(test.deps, test.own.id, test.own.general.id)
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const call = { organizationId: test.own.id, keyId, at: new Date(), pictureSha256 }
    await test.deps.database.asSystem((tx) => tx.insert(webhookCalls).values(call))
  })

  it.each([
    ['device', async () => ({ deviceId: (await addDevice(test.deps.database, test.other.id)).id })],
    ['group', async () => ({ meterGroupId: (await addGroup(test.deps.database, test.other.id)).id })],
    [
      'inspection',
      async () => ({ inspectionId: (await addInspection(test.deps.database, test.other.id)).id }),
    ],
    [
      'cost bearer',
      async () => ({ costBearerId: (await addCostBearer(test.deps.database, test.other.id)).id }),
    ],
    ['parent', async () => ({ parentMeterId: foreign.id })],
  ])('refuses a meter with a %s of another organization', async (_what, given) => {
    const wrong = await given()
    expect(await refusal(addMeter(test.deps.database, test.own.id, wrong))).toMatch(/foreign key/)
  })

  it('refuses a notification group with a user, and a rule with a notification group, of another organization', async () => {
    const adding = addRecipientGroup(test.deps.database, test.own.id, [test.other.general.id])
    expect(await refusal(adding)).toMatch(/foreign key/)
    const { id: recipientGroupId } = await addRecipientGroup(test.deps.database, test.other.id, [])
    const meter = await addMeter(test.deps.database, test.own.id)
    expect(await refusal(addAlertRule(test.deps.database, meter, { recipientGroupId }))).toMatch(
      /foreign key/,
    )
  })

  it('refuses 点検中 of another organization’s group, of more than a day, twice in a group, or without a reason', async () => {
    const [own, other] = [
      await addGroup(test.deps.database, test.own.id),
      await addGroup(test.deps.database, test.other.id),
    ]
    const now = new Date()
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const insert = (given: Parameters<typeof addMaintenance>[4]) =>
      addMaintenance(test.deps.database, own, test.own.admin.id, now, given)
    expect(await refusal(insert({ groupId: other.id }))).toMatch(/foreign key/)
    expect(await refusal(insert({ endsAt: later(24 * 60 + 1) }))).toMatch(/maintenances_ends/)
    expect(await refusal(insert({ endsAt: now }))).toMatch(/maintenances_ends/)
    expect(await refusal(insert({ reason: '' }))).toMatch(/maintenances_reason/)
    await insert({ endsAt: later(24 * 60) })
    expect(await refusal(insert({}))).toMatch(/maintenances_pkey/)
  })

  it('refuses a reading of another organization’s meter', async () => {
    const stray = { id: foreign.id, organizationId: test.own.id }
    expect(await refusal(addReading(test.deps.database, stray))).toMatch(/foreign key/)
  })

  it('refuses a plan with more free AI boost calls than its maximum', async () => {
    const plan = { name: '無料が多い', type: 1, aiApiMaxCount: 10, aiApiFreeCount: 11 } as const
    const adding = test.deps.database.asSystem((tx) => tx.insert(plans).values(plan))
    expect(await refusal(adding)).toMatch(/plans_free_within_max/)
  })

  it('refuses an inspection group with a contact of more than 100 characters', async () => {
    const add = addInspection(test.deps.database, test.own.id, { contact: 'あ'.repeat(101) })
    expect(await refusal(add)).toMatch(/inspections_contact/)
  })

  it('refuses a code that another meter has in other width or case, and a meter that supplies itself', async () => {
    const add = (given: object) => addMeter(test.deps.database, test.own.id, given)
    const parent = await add({ code: 'A-001' })
    expect(await refusal(add({ code: 'ａ－００１' }))).toMatch(/meters_code/)
    expect(await refusal(add({ code: '' }))).toMatch(/meters_code_length/)
    await addMeter(test.deps.database, test.other.id, { code: 'A-001' })
    const child = await add({ parentMeterId: parent.id })
    for (const parentMeterId of [parent.id, child.id]) {
      const closing = asOwn((tx) => tx.update(meters).set({ parentMeterId }).where(eq(meters.id, parent.id)))
      expect(await refusal(closing)).toBe(`meter ${parent.id} would be supplied by itself`)
    }
  })

  it('refuses a range with one bound', async () => {
    expect(await refusal(addMeter(test.deps.database, test.own.id, { endValue: null }))).toMatch(
      /meters_range/,
    )
  })

  it.each([
    ['range', { startValue: 5, endValue: 1.6 }, /meters_range_order/],
    ['abnormal range', { emergencyStartValue: 130, emergencyEndValue: 120 }, /meters_emergency_range_order/],
  ])('refuses a %s upside down', async (_what, wrong, constraint) => {
    expect(await refusal(addMeter(test.deps.database, test.own.id, wrong))).toMatch(constraint)
  })

  it('refuses a meter with an unknown choice of values', async () => {
    const wrong = { valueMode: sql`'guess'` as never }
    expect(await refusal(addMeter(test.deps.database, test.own.id, wrong))).toMatch(/meters_value_mode/)
  })

  it('refuses a meter with an unknown setting of 積算', async () => {
    const wrong = { cumulativeMode: sql`'perhaps'` as never }
    expect(await refusal(addMeter(test.deps.database, test.own.id, wrong))).toMatch(/meters_cumulative_mode/)
  })

  it.each([
    ['source', { source: sql`'fax'` }, /readings_source/],
    ['value source', { valueSource: sql`'guessed'` }, /readings_value_source/],
    ['read state', { readState: sql`4` }, /readings_read_state/],
    ['time mark', { timeMark: sql`'guess'` }, /readings_time_mark/],
    ['confirmed doubt', { confirmedDoubts: sql`array['abnormal', 'odd']` }, /readings_confirmed_doubts/],
    [
      'confirmed doubt without a name',
      { confirmedDoubts: sql`array[null]::text[]` },
      /readings_confirmed_doubts/,
    ],
  ])('refuses a reading with an unknown %s', async (_what, wrong, constraint) => {
    const change = test.deps.database.asSystem((tx) => tx.update(readings).set(wrong))
    expect(await refusal(change)).toMatch(constraint)
  })

  it.each([
    ['that waits without a picture', { readState: 3, valueSource: 'reader' }, /readings_waiting/],
    ['of a person with a time that is not confirmed', { timeMark: 'unconfirmed' }, /readings_time_mark/],
    ['that has a device’s value without one', { valueSource: 'device' }, /readings_device_value/],
    [
      'with another value than its device’s',
      { valueSource: 'device', deviceValue: 7 },
      /readings_device_value/,
    ],
  ] as const)('refuses a reading %s', async (_what, wrong, constraint) => {
    const change = test.deps.database.asSystem((tx) => tx.update(readings).set(wrong))
    expect(await refusal(change)).toMatch(constraint)
  })

  it('refuses a picture that waits where a person has entered the value', async () => {
    const { database } = test.deps
    const picture = await addPicture(test.deps, foreign.organizationId, photograph)
    const waiting = {
      readState: 3,
      value: null,
      valueSource: 'reader',
      pictureSha256: picture.sha256,
    } as const
    const { id } = await addReading(database, foreign, waiting)
    const change = database.asSystem((tx) =>
      tx.update(readings).set({ value: 1, valueSource: 'corrected' }).where(eq(readings.id, id)),
    )
    expect(await refusal(change)).toMatch(/readings_waiting/)
  })

  it('takes a reading with every doubt of the contract', async () => {
    await test.deps.database.asSystem((tx) => tx.update(readings).set({ confirmedDoubts: [...doubts] }))
  })

  it.each([
    ['its time', { withdrawnAt: null }],
    ['the person', { withdrawnByUserId: null }],
  ])('refuses a withdrawn skip without %s', async (_what, lacking) => {
    const userId = test.other.general.id
    const now = new Date()
    const insertion = test.deps.database.asSystem((tx) =>
      tx.insert(skips).values({
        organizationId: test.other.id,
        meterId: foreign.id,
        reason: 'stopped',
        skippedAt: now,
        toldAt: now,
        clockOffsetMs: 0,
        userId,
        idempotencyKey: 'k',
        fingerprint: 'f',
        withdrawnAt: now,
        withdrawnByUserId: userId,
        ...lacking,
      }),
    )
    expect(await refusal(insertion)).toMatch(/skips_withdrawn/)
  })

  it('never lets a call delete a reading, or rewrite what a device sent or what was changed', async () => {
    expect(await refusal(asOwn((tx) => tx.delete(readings)))).toMatch(/permission denied/)
    expect(await refusal(asOwn((tx) => tx.update(readings).set({ deviceValue: 1 })))).toMatch(
      /permission denied/,
    )
    for (const table of [sql`reading_changes`, sql`meter_changes`]) {
      expect(await refusal(asOwn((tx) => tx.execute(sql`update ${table} set after = '{}'`)))).toMatch(
        /permission denied/,
      )
    }
  })
})
