// Covers docs/requirements.md: 456, 457

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNear } from '../../../contract/plans.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph, photographSha256 } from '../../../tests/support/server/subjects.ts'
import { organizations, plans } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await test.deps.database.asSystem(async (tx) => {
    const [plan] = await tx
      .insert(plans)
      .values({ name: '小', type: 0, limitMobileCount: 5, aiApiMaxCount: 0, allowApps: false })
      .returning()
    await tx
      .update(organizations)
      .set({ planId: plan?.id ?? 0 })
      .where(eq(organizations.id, test.own.id))
  })
})
afterAll(() => test.close())

describe('the limits of a plan', () => {
  it('are told with what is used of them, the organization’s own only', async () => {
    for (const organization of [test.own, test.own, test.own, test.own, test.other])
      await addDevice(test.deps.database, organization.id, { type: 5 })
    await addDevice(test.deps.database, test.own.id, { type: 2 })
    const answer = await test.ask('GET', '/api/v1/plan-usage', { as: test.own.general })
    const { plan, limits } = dataOf('planUsage', answer)
    expect(plan).toEqual({ name: '小', type: 0, allow_devices: true })
    expect(limits).toContainEqual({ name: 'mobiles', used: 4, limit: 5 })
    expect(limits).toContainEqual({ name: 'ai_boost', used: 0, limit: 0 })
  })

  it('are near from 80 per cent on', () => {
    expect([3, 4, 6].map((used) => isNear({ used, limit: 5 }))).toEqual([false, true, true])
    expect(isNear({ used: 1000, limit: null })).toBe(false)
  })

  it('refuse a phone’s capture where the plan allows none, and say who can change that', async () => {
    const { id } = await addMeter(test.deps.database, test.own.id)
    const now = encodeURIComponent(test.deps.clock().toISOString())
    const path = `/api/v1/captures?meter_id=${id}&captured_at=${now}&sent_at=${now}`
    const headers = {
      'content-type': 'image/jpeg',
      'idempotency-key': 'a3f1c5d2-5f0e-4a55-9d8c-0123456789ab',
      'picture-sha256': photographSha256,
      'picture-length': String(photograph.length),
    }
    const send = () => test.ask('POST', path, { as: test.own.general, headers, bytes: photograph })
    const refused = failureOf(await send())
    expect(refused.code).toBe('plan_refused')
    expect(refused.issues?.[0]?.message).toMatch(/アプリ.*システム管理者/)
    const allow = (allowApps: boolean) =>
      test.deps.database.asSystem((tx) => tx.update(plans).set({ allowApps }).where(eq(plans.name, '小')))
    await allow(true)
    expect((await send()).status).toBe(201)
    // The receipt of what is stored already is not withheld.
    await allow(false)
    expect((await send()).status).toBeOneOf([200, 201])
  })
})
