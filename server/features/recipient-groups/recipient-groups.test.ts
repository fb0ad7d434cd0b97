// Covers docs/requirements.md: 1052, 1053, 1057, 1060, 1063, 1094

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlertRule, addMeter, addRecipientGroup } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { memberships } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const path = '/api/v1/recipient-groups'
const send = (body: object, as = test.own.admin) => test.ask('POST', path, { as, body })
const change = (id: number, body: object) => test.ask('PUT', `${path}/${id}`, { as: test.own.admin, body })
const remove = (id: number) => test.ask('DELETE', `${path}/${id}`, { as: test.own.admin })
const listed = async (id: number) =>
  dataOf('recipientGroups', await test.ask('GET', path, { as: test.own.general })).find(
    (group) => group.id === id,
  )
const addUser = () => buildUser(test.deps.database, test.own)
const entriesOf = async (id: number) =>
  dataOf(
    'auditEntries',
    await test.ask('GET', `/api/v1/audit-entries?noun=recipient-group&subject_id=${id}`, {
      as: test.own.admin,
    }),
  ).map(({ action, before, after }) => ({ action, before, after }))
const newRule = async (recipientGroupId: number | null) => {
  const meter = await addMeter(test.deps.database, test.own.id, { meterUnitId: 1 })
  return addAlertRule(test.deps.database, meter, { recipientGroupId })
}
const listedRule = async (id: number) =>
  dataOf('alertRules', await test.ask('GET', '/api/v1/alert-rules', { as: test.own.general })).find(
    (rule) => rule.id === id,
  )

describe('notification groups', () => {
  it('are made, changed and deleted by administrators, read by every user, and audited', async () => {
    const [sato, tanaka] = [await addUser(), await addUser()]
    const body = { name: ' 設備班 ', member_ids: [sato.id] }
    const group = dataOf('createRecipientGroup', await send(body))
    expect(group).toMatchObject({
      name: '設備班',
      members: [{ id: sato.id, username: sato.username }],
      reached_count: 0,
      rules: [],
    })
    expect(await listed(group.id)).toEqual(group)
    const changes = { name: '夜間当番', member_ids: [sato.id, tanaka.id] }
    const changed = dataOf('updateRecipientGroup', await change(group.id, changes))
    expect(changed.members.map(({ id }) => id)).toEqual(expect.arrayContaining([sato.id, tanaka.id]))
    await change(group.id, changes)
    expect((await remove(group.id)).status).toBe(200)
    expect(await listed(group.id)).toBeUndefined()
    const both = [sato.username, tanaka.username].toSorted()
    expect(await entriesOf(group.id)).toEqual([
      { action: 'delete', before: { name: '夜間当番', members: both }, after: {} },
      {
        action: 'update',
        before: { name: '設備班', members: [sato.username] },
        after: { name: '夜間当番', members: both },
      },
      { action: 'create', before: {}, after: { name: '設備班', members: [sato.username] } },
    ])
    expect(failureOf(await send(body, test.own.general)).code).toBe('forbidden')
  })

  it('have names of their own in an organization', async () => {
    await addRecipientGroup(test.deps.database, test.other.id, [], { name: '保全' })
    const member_ids = [test.own.general.id]
    expect((await send({ name: '保全', member_ids })).status).toBe(201)
    expect(failureOf(await send({ name: '保全\u200b', member_ids })).issues).toEqual([
      { path: 'name', message: '同じ名前の通知先グループがあります' },
    ])
  })

  it('have one to fifty members of the organization, each once, without system administrators', async () => {
    const { id } = await addUser()
    const refused = async (member_ids: number[]) =>
      failureOf(await send({ name: '班', member_ids })).issues?.map((issue) => issue.path)
    expect(await refused([])).toEqual(['member_ids'])
    expect(await refused(Array.from({ length: 51 }, (_, index) => index + 1))).toEqual(['member_ids'])
    expect(await refused([id, id])).toEqual(['member_ids.1'])
    expect(await refused([id, test.other.general.id])).toEqual(['member_ids.1'])
    expect(await refused([test.own.system.id])).toEqual(['member_ids.0'])
  })

  it('do not show a member who becomes a system administrator', async () => {
    const user = await addUser()
    const { id } = await addRecipientGroup(test.deps.database, test.own.id, [user.id])
    await test.deps.database.asSystem((tx) =>
      tx.update(memberships).set({ role: role.system }).where(eq(memberships.userId, user.id)),
    )
    expect(await listed(id)).toMatchObject({ members: [] })
  })

  it('count the members whom alerts reach', async () => {
    const [byMail, unreached] = [await addUser(), await addUser()]
    const { id } = await addRecipientGroup(test.deps.database, test.own.id, [byMail.id, unreached.id])
    await test.deps.database.asSystem((tx) =>
      tx.update(memberships).set({ isAlertMail: true }).where(eq(memberships.userId, byMail.id)),
    )
    expect(await listed(id)).toMatchObject({ reached_count: 1 })
  })

  it('are not deleted while rules notify them, and the refusal names the rules', async () => {
    const { id } = await addRecipientGroup(test.deps.database, test.own.id, [test.own.general.id])
    const rule = await newRule(id)
    expect(await listed(id)).toMatchObject({ rules: [{ id: rule.id, name: rule.name }] })
    const refused = failureOf(await remove(id))
    expect(refused).toMatchObject({ code: 'master_in_use' })
    expect(refused.issues?.[0]?.message).toContain(`アラートルール「${rule.name}」の通知先になっている`)
  })
})

describe('the notification group of a rule', () => {
  const meterOfRule = async () =>
    addMeter(test.deps.database, test.own.id, { meterUnitId: 1, name: 'ボイラー' })
  const fields = (meterId: number, given: object) => ({
    name: `ルール ${meterId}`,
    meter_id: meterId,
    meter_group_id: null,
    meter_category_id: null,
    meter_unit_id: 1,
    condition: { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 },
    open_after: 1,
    close_after: 1,
    active: null,
    includes_unsure: false,
    ...given,
  })

  it('is in its sentence and in 操作履歴, and another one does not begin the rule again', async () => {
    const group = await addRecipientGroup(test.deps.database, test.own.id, [test.own.general.id], {
      name: '運転員',
    })
    const meter = await meterOfRule()
    const as = test.own.admin
    const body = fields(meter.id, { recipient_group_id: group.id })
    const rule = dataOf('createAlertRule', await test.ask('POST', '/api/v1/alert-rules', { as, body }))
    expect(rule).toMatchObject({
      recipient_group_id: group.id,
      recipient_group_name: '運転員',
      recipient_problem: 'nobody_reached',
      sentence: expect.stringMatching(/解消。「運転員」へ知らせる。$/),
    })
    test.advance(1000)
    const put = { as, body: fields(meter.id, {}) }
    const changed = dataOf('updateAlertRule', await test.ask('PUT', `/api/v1/alert-rules/${rule.id}`, put))
    expect(changed).toMatchObject({
      recipient_group_id: null,
      recipient_problem: null,
      sentence: expect.stringMatching(/解消。$/),
      judged_from: rule.judged_from,
    })
    const log = `/api/v1/audit-entries?noun=alert-rule&subject_id=${rule.id}`
    const [entry] = dataOf('auditEntries', await test.ask('GET', log, { as }))
    expect(entry).toMatchObject({
      before: { sentence: rule.sentence },
      after: { sentence: changed.sentence },
    })
  })

  it('is refused with the field if the organization does not have it', async () => {
    const { id } = await addRecipientGroup(test.deps.database, test.other.id, [])
    const meter = await meterOfRule()
    const body = fields(meter.id, { recipient_group_id: id })
    const answer = await test.ask('POST', '/api/v1/alert-rules', { as: test.own.admin, body })
    expect(failureOf(answer)).toMatchObject({
      code: 'reference_unknown',
      issues: [{ path: 'recipient_group_id', message: '通知先グループが見つかりません' }],
    })
  })

  it('loses a user who leaves the organization, which is said before and audited', async () => {
    const user = await addUser()
    const group = await addRecipientGroup(test.deps.database, test.own.id, [user.id])
    const larger = await addRecipientGroup(test.deps.database, test.own.id, [user.id, test.own.general.id])
    const rule = await newRule(group.id)
    await newRule(larger.id)
    const member = `/api/v1/user/${user.id}/organization/${test.own.id}`
    const as = test.own.admin
    const escalation = { minutes: 30, recipient_group_id: group.id }
    const reminders = { as, body: { escalation, repeat_hours: null } }
    expect((await test.ask('PUT', '/api/v1/alert-reminders', reminders)).status).toBe(200)
    const dependents = dataOf('memberDependents', await test.ask('GET', `${member}/dependents`, { as }))
    expect(dependents.recipient_groups.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: group.id, name: group.name, emptied_rules: [rule.name], empties_escalation: true },
      { id: larger.id, name: larger.name, emptied_rules: [] },
    ])
    expect((await test.ask('DELETE', member, { as })).status).toBe(200)
    expect(await listed(group.id)).toMatchObject({ members: [] })
    expect(await listed(larger.id)).toMatchObject({ members: [{ id: test.own.general.id }] })
    expect(await listedRule(rule.id)).toMatchObject({ recipient_problem: 'no_members' })
    expect(await entriesOf(group.id)).toEqual([
      { action: 'update', before: { members: [user.username] }, after: { members: [] } },
    ])
  })
})
