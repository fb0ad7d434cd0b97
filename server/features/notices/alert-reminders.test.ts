// Covers docs/requirements.md: 1086, 1088

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addRecipientGroup } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { alertReminders } from '../../db/schema.ts'

let test: TestApp
let groupId: number
beforeAll(async () => {
  test = await createTestApp()
  const group = await addRecipientGroup(test.deps.database, test.own.id, [test.own.general.id], {
    name: '課長',
  })
  groupId = group.id
})
afterAll(() => test.close())

const path = '/api/v1/alert-reminders'
const put = (body: object, as = test.own.admin) => test.ask('PUT', path, { as, body })
const read = async (as = test.own.general) => dataOf('alertReminders', await test.ask('GET', path, { as }))
const escalation = (minutes: unknown = 30) => ({ minutes, recipient_group_id: groupId })

describe('the setting for alerts that nobody confirms', () => {
  it('is read by every user and changed by administrators, which is recorded', async () => {
    expect(await read()).toEqual({ escalation: null, repeat_hours: null })
    expect((await put({ escalation: null, repeat_hours: 4 }, test.own.general)).status).toBe(403)
    const answer = await put({ escalation: escalation(90), repeat_hours: 4 })
    const changed = {
      escalation: { minutes: 90, recipient_group: { id: groupId, name: '課長', member_count: 1 } },
      repeat_hours: 4,
    }
    expect(dataOf('updateAlertReminders', answer)).toEqual(changed)
    expect(await read()).toEqual(changed)
    await put({ escalation: escalation(90), repeat_hours: 4 })
    await put({ escalation: null, repeat_hours: 4 })
    const log = `/api/v1/audit-entries?noun=organization&subject_id=${test.own.id}`
    const entries = dataOf('auditEntries', await test.ask('GET', log, { as: test.own.admin }))
    const told = '1時間30分たっても確認されなければ「課長」にも知らせる'
    expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { alert_escalation: told }, after: { alert_escalation: null } },
      {
        before: { alert_escalation: null, alert_repeat: null },
        after: { alert_escalation: told, alert_repeat: '4時間ごとに再通知' },
      },
    ])
  })

  it.each([
    [{ escalation: { minutes: 4 } }, 'escalation.minutes'],
    [{ escalation: { minutes: 1441 } }, 'escalation.minutes'],
    [{ escalation: { minutes: 30.5 } }, 'escalation.minutes'],
    [{ repeat_hours: 0 }, 'repeat_hours'],
    [{ repeat_hours: 73 }, 'repeat_hours'],
    [{ repeat_hours: 1.5 }, 'repeat_hours'],
  ])('%j is refused by the name of the field', async (wrong, field) => {
    const body = { repeat_hours: null, ...wrong, escalation: null }
    const given = 'escalation' in wrong ? { ...body, escalation: escalation(wrong.escalation.minutes) } : body
    const answer = await put(given)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues?.map((issue) => issue.path)).toEqual([field])
  })

  it('refuses a group of another organization with the field', async () => {
    const { id } = await addRecipientGroup(test.deps.database, test.other.id, [])
    const body = { escalation: { minutes: 30, recipient_group_id: id }, repeat_hours: null }
    expect(failureOf(await put(body))).toMatchObject({
      code: 'reference_unknown',
      issues: [{ path: 'escalation.recipient_group_id', message: '通知先グループが見つかりません' }],
    })
  })

  it.each([
    ['fewer than five minutes', { escalationMinutes: 4 }],
    ['more than a day', { escalationMinutes: 1441 }],
    ['minutes without a group', { escalationGroupId: null }],
    ['a group of another organization', {}],
    ['more than 72 hours', { repeatHours: 73 }],
    ['no hours', { repeatHours: 0 }],
    ['hours without a beginning', { repeatFrom: null }],
  ])('%s are refused by the database', async (what, wrong) => {
    const foreign = await addRecipientGroup(test.deps.database, test.other.id, [])
    const now = test.deps.clock()
    const valid = {
      escalationMinutes: 30,
      escalationGroupId: what.includes('another') ? foreign.id : groupId,
      escalationFrom: now,
      repeatHours: 4,
      repeatFrom: now,
    }
    const storing = test.deps.database.asSystem(async (tx) => {
      await tx.delete(alertReminders).where(eq(alertReminders.organizationId, test.own.id))
      await tx.insert(alertReminders).values({ organizationId: test.own.id, ...valid, ...wrong })
    })
    await expect(storing).rejects.toThrow()
  })

  it('keeps its group from being deleted, with the reason, in the database as well', async () => {
    await put({ escalation: escalation(), repeat_hours: null })
    const as = test.own.admin
    const refused = failureOf(await test.ask('DELETE', `/api/v1/recipient-groups/${groupId}`, { as }))
    expect(refused).toMatchObject({ code: 'master_in_use' })
    expect(refused.issues?.[0]?.message).toContain('確認されないアラートの通知先になっている')
    await expect(
      test.deps.database.asSystem((tx) =>
        tx.execute(sql`delete from recipient_groups where id = ${groupId}`),
      ),
    ).rejects.toThrow()
    await put({ escalation: null, repeat_hours: null })
    expect((await test.ask('DELETE', `/api/v1/recipient-groups/${groupId}`, { as })).status).toBe(200)
  })
})
