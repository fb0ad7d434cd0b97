// Covers docs/requirements.md: 449, 450, 451, 455, 564, 574

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { answerDuring } from '../../../tests/support/server/locks.ts'
import { auditEntries, memberships, organizations } from '../../db/schema.ts'
import { lockRoles } from '../users/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  test.ask(method, `/api/v1/${path}`, { as: test.own.system, ...(body && { body }) })

let made = 0
const fields = (more: object = {}) => {
  made += 1
  return {
    name: `Tenant${made}`,
    plan_id: 1,
    first_user_name: `first${made}`,
    first_user_email: `first${made}@example.com`,
    first_user_password: 'Kenshin-2027!',
    ...more,
  }
}
const add = async (more: object = {}) =>
  dataOf('createOrganization', await ask('POST', 'organization', fields(more)))
const audited = (noun: 'organization' | 'plan', id: number) =>
  test.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.noun, noun), eq(auditEntries.subjectId, id))),
  )

describe('a new organization', () => {
  it('is entered by its first administrator, and by who made it, by switching', async () => {
    const sent = fields({ name: 'Mizu2026' })
    const added = dataOf('createOrganization', await ask('POST', 'organization', sent))
    expect(added).toMatchObject({ name: 'Mizu2026', code: 'mizu2026', status: 0, protected: false })
    const login = await test.ask('POST', '/api/v1/login', {
      body: {
        organization_code: added.code,
        username: sent.first_user_name,
        password: sent.first_user_password,
        email: '',
      },
    })
    const { id_token: idToken } = dataOf('login', login)
    const me = dataOf('me', await test.ask('GET', '/api/v1/user/me', { as: { idToken } }))
    expect([me.role, me.organization.id]).toEqual([role.admin, added.id])
    expect(dataOf('me', await ask('GET', 'user/me')).organization_names).toContain('Mizu2026')
    expect(await audited('organization', added.id)).toMatchObject([
      { action: 'create', organizationId: added.id, after: { code: 'mizu2026', plan: added.plan_name } },
    ])
  })

  it('has half-width letters and digits for a name, of its own, and a known plan', async () => {
    const named = async (name: string) => failureOf(await ask('POST', 'organization', fields({ name })))
    const message = '半角英数字以外は使用できません'
    for (const name of ['水道局', 'a b', 'Ａ1', 'a-1'])
      expect((await named(name)).issues).toContainEqual({ path: 'name', message })
    await add({ name: 'Same' })
    expect((await named('SAME')).issues?.[0]?.message).toBe('同じ名前の組織があります')
    const unknown = failureOf(await ask('POST', 'organization', fields({ plan_id: 999_999 })))
    expect(unknown.issues?.[0]?.path).toBe('plan_id')
  })

  it('is refused when an earlier version stored a code that looks the same', async () => {
    await test.deps.database.asSystem((tx) =>
      tx.insert(organizations).values({ name: '旧組織', code: 'Ｏｌｄ\u200bｃｏｄｅ' }),
    )
    const refused = failureOf(await ask('POST', 'organization', fields({ name: 'OldCode' })))
    expect(refused.issues?.[0]).toEqual({ path: 'name', message: '同じ名前の組織があります' })
  })

  it('is made once when it is sent twice at once, and not at all with a user who is there already', async () => {
    const sent = fields()
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', 'organization', sent)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    const taken = fields({ name: 'Nobody', first_user_email: sent.first_user_email.toUpperCase() })
    const refused = failureOf(await ask('POST', 'organization', taken))
    expect(refused.issues?.[0]?.message).toBe('既に使用されているユーザー名またはメールアドレスです')
    const names = dataOf('organizations', await ask('GET', 'organizations')).map(({ name }) => name)
    expect(names).not.toContain('Nobody')
  })

  it('is not added for a system administrator who is demoted before it is written', async () => {
    const { database } = test.deps
    const demoted = await test.signIn(await buildUser(database, test.own, { role: role.system }))
    const answer = await answerDuring(test, {
      lock: async (tx) => {
        await lockRoles(tx)
        await tx.update(memberships).set({ role: role.general }).where(eq(memberships.userId, demoted.id))
      },
      send: () => test.ask('POST', '/api/v1/organization', { as: demoted, body: fields() }),
    })
    expect(answer.status).toBe(403)
    const kept = await database.asSystem((tx) =>
      tx.select({ role: memberships.role }).from(memberships).where(eq(memberships.userId, demoted.id)),
    )
    expect(kept).toEqual([{ role: role.general }])
  })
})

describe('an organization', () => {
  const update = (id: number, more: object = {}) =>
    ask('PUT', `organization/${id}`, { plan_id: 1, status: 0, ...more })

  it('is changed, with what changed kept, and ends at the end of its day', async () => {
    const added = await add()
    const { id } = added
    const changed = await update(id, {
      expire_at: '2027-03-31 23:59:59',
      image_keep_duration: 90,
      use_ai_boost: true,
      demo_enabled: true,
    })
    expect(dataOf('updateOrganization', changed)).toMatchObject({
      expire_at: '2027-03-31T23:59:59.000+09:00',
      image_keep_duration: 90,
      use_ai_boost: true,
      demo_enabled: true,
    })
    const cleared = await update(id, { expire_at: null, image_keep_duration: null })
    expect(dataOf('updateOrganization', cleared)).toMatchObject({
      expire_at: null,
      image_keep_duration: null,
      use_ai_boost: true,
    })
    const other = { name: 'Other', type: 99, ai_api_max_count: null, ai_api_free_count: null }
    const allowed = { allow_devices: true, allow_apps: true, allow_apis: true, allow_mobiles: true }
    const plan = await ask('POST', 'plan', { ...other, ...allowed, limit_mobile_count: null })
    await update(id, { plan_id: dataOf('createPlan', plan).id })
    const [, entry, , moved] = await audited('organization', id)
    expect(entry?.after).toMatchObject({ image_keep_duration: 90, use_ai_boost: true })
    expect([moved?.before, moved?.after]).toEqual([{ plan: added.plan_name }, { plan: 'Other' }])
    expect(failureOf(await update(id, { expire_at: '2027-02-30 00:00:00' })).issues?.[0]?.path).toBe(
      'expire_at',
    )
    expect(failureOf(await update(id, { image_keep_duration: 0 })).issues?.[0]?.path).toBe(
      'image_keep_duration',
    )
  })

  it('comes with its devices, deleted ones too, and its members, and no others', async () => {
    const { database } = test.deps
    const theirs = [
      await addDevice(database, test.other.id, { name: 'カメラ', type: 2 }),
      await addDevice(database, test.other.id, { name: '外したカメラ', type: 0, deletedAt: new Date() }),
    ]
    await addDevice(database, test.own.id)
    const { devices, users } = dataOf('organization', await ask('GET', `organization/${test.other.id}`))
    expect(devices.map(({ id }) => id).toSorted()).toEqual(theirs.map(({ id }) => id).toSorted())
    const { general, admin, system } = test.other
    expect(users.map(({ id }) => id).toSorted()).toEqual([general.id, admin.id, system.id].toSorted())
    expect(users.every(({ organization_id: id }) => id === test.other.id)).toBe(true)
  })

  it('that is protected keeps what it has until the protection is off', async () => {
    const { id } = await add()
    expect((await update(id, { image_keep_duration: 30, protected: true })).status).toBe(200)
    const refused = failureOf(await update(id, { status: 1, image_keep_duration: 60, protected: false }))
    expect(refused.issues).toEqual([
      { path: 'status', message: '保護中の組織では変更できません' },
      { path: 'image_keep_duration', message: '保護中の組織では変更できません' },
    ])
    expect((await update(id, { protected: false })).status).toBe(200)
    expect((await update(id, { status: 1 })).status).toBe(200)
  })

  it('that is stopped refuses its members’ next call; nobody stops the one they are in', async () => {
    expect((await update(test.other.id, { status: 1 })).status).toBe(200)
    const theirs = await test.ask('GET', '/api/v1/user/me', { as: test.other.general })
    expect(failureOf(theirs).code).toBe('organization_inactive')
    await update(test.other.id)
    for (const more of [{ status: 1 }, { expire_at: '2026-01-01 00:00:00' }])
      expect((await update(test.own.id, more)).status).toBe(400)
    expect((await update(999_999)).status).toBe(404)
  })
})

describe('a plan', () => {
  const plan = {
    name: 'Basic',
    type: 1,
    ai_api_max_count: 100,
    ai_api_free_count: 10,
    limit_mobile_count: 5,
    allow_devices: true,
    allow_apps: true,
    allow_apis: false,
    allow_mobiles: true,
  }

  it('is added and changed; its name is its own, its limits are given unless it is unlimited', async () => {
    const { id } = dataOf('createPlan', await ask('POST', 'plan', plan))
    const changed = await ask('PUT', `plan/${id}`, { ...plan, limit_mobile_count: 8 })
    expect(dataOf('updatePlan', changed)).toEqual({ ...plan, id, limit_mobile_count: 8 })
    expect(await audited('plan', id)).toMatchObject([
      { action: 'create', organizationId: null },
      { action: 'update', before: { limit_mobile_count: 5 }, after: { limit_mobile_count: 8 } },
    ])
    const again = failureOf(await ask('POST', 'plan', plan))
    expect(again.issues).toEqual([{ path: 'name', message: '同じ名前のプランがあります' }])
    const without = { ...plan, name: 'None', limit_mobile_count: null }
    expect(failureOf(await ask('POST', 'plan', without)).issues?.[0]?.path).toBe('limit_mobile_count')
    expect((await ask('POST', 'plan', { ...without, type: 99 })).status).toBe(201)
  })

  it('has at most as many free AI boost calls as its maximum', async () => {
    const above = { ...plan, name: 'Above', ai_api_free_count: 101 }
    const refused = failureOf(await ask('POST', 'plan', above))
    expect(refused.issues).toEqual([
      { path: 'ai_api_free_count', message: 'AI-FREE上限はAI上限以下にしてください' },
    ])
    const equal = { ...above, ai_api_free_count: 100 }
    const { id } = dataOf('createPlan', await ask('POST', 'plan', equal))
    const lowered = failureOf(await ask('PUT', `plan/${id}`, { ...equal, ai_api_max_count: 99 }))
    expect(lowered.issues?.[0]?.path).toBe('ai_api_free_count')
    const unlimited = { ...above, name: 'Without', type: 99, ai_api_max_count: null }
    expect((await ask('POST', 'plan', unlimited)).status).toBe(201)
  })
})
