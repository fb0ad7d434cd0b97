// Covers docs/requirements.md: 153, 222, 231, 234, 240, 280, 297, 356, 419, 432, 434, 446, 466, 472

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Access, allows, type Role, role, roles } from '../../contract/access.ts'
import type { AuditNoun } from '../../contract/auditNouns.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { dataResetEndpoints } from '../../contract/data-resets.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { invitationEndpoints } from '../../contract/invitations.ts'
import { keyEndpoints } from '../../contract/keys.ts'
import { organizationDetailEndpoints } from '../../contract/organization-detail.ts'
import { organizationEndpoints } from '../../contract/organizations.ts'
import { planEndpoints } from '../../contract/plans.ts'
import { sessionEndpoints } from '../../contract/sessions.ts'
import { userEndpoints } from '../../contract/users.ts'
import { fieldNames } from '../../src/features/audit/fieldNames.ts'
import {
  type Answered,
  createTestApp,
  type TestApp,
  type TestOrganization,
} from '../../tests/support/server/app.ts'
import { addKey } from '../../tests/support/server/builders.ts'
import { failureOf } from '../../tests/support/server/data.ts'
import { type Example, examples } from '../../tests/support/server/examples.ts'
import { notAudited } from '../../tests/support/server/not-audited.ts'
import { type Subjects, seedSubjects } from '../../tests/support/server/subjects.ts'
import {
  alertChanges,
  apiKeys,
  auditEntries,
  memberships,
  meterChanges,
  meters,
  readingChanges,
  readings,
} from '../db/schema.ts'

// Every call of the contract, in every spelling × who calls × whose data: what comes back is what `access` says.

let test: TestApp
beforeAll(async () => {
  // A printed QR code leads to the console’s address.
  test = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example/' } })
})
afterAll(() => test.close())

const callers: [label: string, of: Role | null][] = [
  ['nobody', null],
  ['a general user', role.general],
  ['an administrator', role.admin],
  ['a system administrator', role.system],
]

const cases = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
  const endpoint: Endpoint = endpoints[name]
  const spellings = [endpoint.path, ...(endpoint.aliases ?? [])]
  return spellings.flatMap((path) =>
    callers.map(([who, of]) => ({ name, endpoint, path, who, of, title: `${endpoint.method} ${path}` })),
  )
})

interface Case {
  name: EndpointName
  endpoint: Endpoint
  path: string
  of: Role | null
}

async function call(
  { name, endpoint, path, of }: Case,
  subjects: Subjects,
  caller: Subjects,
  key: Record<string, string> | null = null,
): Promise<Answered> {
  const example: Example = examples[name]
  const { path: parts, query = '', ...asked } = example.call(subjects, caller)
  const filled = path.replace(/\{(\w+)\}/g, (_braces, part: string) => encodeURIComponent(parts[part] ?? ''))
  const answer = await test.ask(endpoint.method, filled + query, {
    ...asked,
    as: of === null || key !== null ? null : caller.user,
    headers: { ...asked.headers, ...key },
  })
  if ('clear-site-data' in answer.headers) clearing.add(name)
  return answer
}

/** Calls whose answer has a browser empty its storage, and the outbox with it. */
const clearing = new Set<EndpointName>()

/** 401 without a session where one is needed, 403 below the role; null: one is let through. */
function refusal(access: Access, of: Role | null): number | null {
  if (allows(access, of)) return null
  return of === null ? 401 : 403
}

/** One for all calls of a role in an organization that are refused or read only. */
const unchanged = new Map<string, Promise<Subjects>>()

function unchangedSubjects(organization: TestOrganization, caller: Role): Promise<Subjects> {
  const key = `${organization.id} ${caller}`
  const subjects = unchanged.get(key) ?? seedSubjects(test, organization, caller)
  unchanged.set(key, subjects)
  return subjects
}

const subjectsOf = (
  { endpoint, of }: Case,
  organization: TestOrganization,
  caller: Role,
): Promise<Subjects> =>
  endpoint.method !== 'GET' && allows(endpoint.access, of)
    ? seedSubjects(test, organization, caller)
    : unchangedSubjects(organization, caller)

describe('one’s own organization', () => {
  it.each(cases)('$title by $who', async (one) => {
    const subjects = await subjectsOf(one, test.own, one.of ?? role.general)
    const entries = await countEntries()
    const { status } = await call(one, subjects, subjects)
    const example: Example = examples[one.name]
    const expected = refusal(one.endpoint.access, one.of) ?? example.own
    if (expected === undefined) expect(status).toBeOneOf([200, 201])
    else expect(status).toBe(expected)
    const isAudited = one.endpoint.method !== 'GET' && status < 300 && !(one.name in notAudited)
    if (isAudited) expect(await countEntries(), 'nothing says who did it').toBeGreaterThan(entries)
  })
})

/**
 * Calls with which a key could extend its own rights or obtain the rights of others (decision 073). They are listed
 * here so that removing `sessionOnly` from one of them fails.
 */
const refusedToKeys: readonly EndpointName[] = [
  'accessLogCount',
  'accessLogs',
  'bulkUsers',
  'changeEmail',
  'changePassword',
  'createKey',
  'createOrganization',
  'createPlan',
  'createPushSubscription',
  'createUser',
  'dataReset',
  'deleteKey',
  'deviceCredentials',
  'deviceQr',
  'downloadChildDevice',
  'downloadParentDevice',
  'endSession',
  'events',
  'invitations',
  'inviteUser',
  'keyCreations',
  'keys',
  'logout',
  'me',
  'memberDependents',
  'openOutboxSeal',
  'organization',
  'organizations',
  'plans',
  'removeMember',
  'renewDeviceKey',
  'resendInvitation',
  'setAccessHash',
  'signedInDevices',
  'startDataReset',
  'testMail',
  'testRecipientGroup',
  'updateAlertReminders',
  'updateKey',
  'updateMember',
  'updateOrganization',
  'updatePlan',
  'updateQuietHours',
  'user',
  'users',
  'withdrawDeviceKey',
  'withdrawEmailChange',
  'withdrawInvitation',
]

describe('a Common key of an administrator', () => {
  const once = cases.filter(({ of, endpoint, path }) => of === role.admin && path === endpoint.path)
  const signedIn = once.filter(({ endpoint }) => !['public', 'signed'].includes(endpoint.access))

  it.each(signedIn)('$title', async (one) => {
    const subjects = await subjectsOf(one, test.own, role.admin)
    const key = await addKey(test.deps, test.own.id, subjects.user.id)
    const answer = await call(one, subjects, subjects, { apikey: `${key.accessKey}:secret` })
    const { access } = one.endpoint
    const example: Example = examples[one.name]
    if (refusedToKeys.includes(one.name))
      expect(failureOf(answer)).toMatchObject({ code: 'session_required' })
    else if (!allows(access, role.admin)) expect(failureOf(answer)).toMatchObject({ code: 'forbidden' })
    else if (example.own === undefined) expect(answer.status).toBeOneOf([200, 201])
    else expect(answer.status).toBe(example.own)
    const [user] = await test.deps.database.asSystem((tx) =>
      tx.select().from(memberships).where(eq(memberships.userId, subjects.user.id)),
    )
    expect(user).toMatchObject({ role: role.admin, whiteIps: null })
  })

  it('makes none of the calls of keys, users, invitations, passwords, sessions, organizations and plans', () => {
    const groups = [
      keyEndpoints,
      userEndpoints,
      invitationEndpoints,
      sessionEndpoints,
      organizationEndpoints,
      organizationDetailEndpoints,
      dataResetEndpoints,
    ]
    const { planUsage: _read, ...plans } = planEndpoints
    const open = [...groups, plans].flatMap((group) =>
      Object.values<Endpoint>(group).filter(
        ({ access, sessionOnly }) => access !== 'public' && sessionOnly !== true,
      ),
    )
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('cannot widen itself, read secrets, or create keys and administrators', async () => {
    const key = await addKey(test.deps, test.own.id, test.own.admin.id, { maxCount: 5 })
    const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      test.ask(method, `/api/v1/${path}`, {
        headers: { apikey: `${key.accessKey}:secret` },
        ...(body && { body }),
      })
    const unlimited = { name: 'キー', user_id: test.own.admin.id, expire_at: '2099-12-31 23:59:59' }
    const attacks = [
      await ask('GET', 'keys'),
      await ask('PUT', `key/${key.id}`, { max_count: null, white_ips: null }),
      await ask('POST', 'key', { ...unlimited, max_count: null, type: 0, white_ips: null }),
      await ask('POST', 'user/create', {
        username: 'backdoor',
        email: 'backdoor@example.com',
        password: 'Kenshin-2027!',
        role: role.admin,
        is_alert_mail: false,
        organization_id: test.own.id,
      }),
    ]
    for (const answer of attacks) {
      expect(answer.status).toBe(403)
      expect(failureOf(answer)).toMatchObject({
        code: 'session_required',
        messages: ['この操作はAPIキーでは行えません。ログインして操作してください。'],
      })
    }
    const rows = await test.deps.database.asSystem((tx) =>
      tx.select().from(apiKeys).where(eq(apiKeys.userId, test.own.admin.id)),
    )
    expect(rows.map(({ id, maxCount }) => ({ id, maxCount }))).toEqual([{ id: key.id, maxCount: 5 }])
  })
})

// After each call of the contract has been made.
it('every audited field has a name in 操作履歴', async () => {
  const fields = await test.deps.database.asSystem((tx) =>
    tx.execute<{ noun: AuditNoun; field: string }>(sql`
      select distinct noun, jsonb_object_keys(before || after) as field from (
        select noun, before, after from audit_entries
        union all select 'meter', before, after from meter_changes
        union all select 'reading', before, after from reading_changes
      ) as changes`),
  )
  expect(fields.rows.length).toBeGreaterThan(50)
  const isNamed = ({ noun, field }: { noun: AuditNoun; field: string }) =>
    field in fieldNames.any || field in (fieldNames[noun] ?? {})
  // The mark of a time and the format of a value are part of their own lines.
  const parts = ['time_mark', 'value_format']
  expect(fields.rows.filter((row) => !isNamed(row) && !parts.includes(row.field))).toEqual([])
})

/** What people did, in all. */
const countEntries = () =>
  test.deps.database.asSystem(async (tx) => {
    const counts = [auditEntries, meterChanges, readingChanges, alertChanges].map((each) => tx.$count(each))
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })

it('requirement 22: no answer has a browser empty its storage', () => {
  expect([...clearing]).toEqual([])
})

// A system administrator may name another organization in some calls: `named-organization.test.ts`.
const foreign = cases.filter(
  ({ endpoint, of }) => !(endpoint.foreignOrganization === true && of === role.system),
)

describe('another organization', () => {
  it.each(foreign)('$title by $who', async (one) => {
    const example: Example = examples[one.name]
    const allowed = one.endpoint.subject === undefined ? example.strangers : (example.strangers ?? 404)
    expect(allowed, 'the example does not say what happens with another organization').toBeDefined()
    const expected = refusal(one.endpoint.access, one.of) ?? Number(allowed)
    const of = one.of ?? role.general
    const caller = await (expected < 400 ? subjectsOf(one, test.own, of) : unchangedSubjects(test.own, of))
    const strangers = await unchangedSubjects(test.other, role.general)
    const before = await rowsOf(strangers)
    const answer = await call(one, strangers, caller)
    expect(answer.status).toBe(expected)
    expect(answer.text).not.toContain(strangers.meterName)
    expect(answer.text).not.toContain(strangers.captureKey)
    expect(await rowsOf(strangers)).toEqual(before)
  })
})

/** Everything of a meter as it stands, past every check. */
const rowsOf = ({ meterId }: Subjects) =>
  test.deps.database.asSystem(async (tx) => ({
    meters: await tx.select().from(meters).where(eq(meters.id, meterId)),
    readings: await tx.select().from(readings).where(eq(readings.meterId, meterId)).orderBy(readings.id),
  }))

describe('allows', () => {
  it('lets each role do what lower ones may, a device’s key never a person', () => {
    const may = (access: Access) => [null, ...roles].map((of) => allows(access, of))
    expect(may('public')).toEqual([true, true, true, true])
    expect(may('signed')).toEqual([true, true, true, true])
    expect(may('user')).toEqual([false, true, true, true])
    expect(may('admin')).toEqual([false, false, true, true])
    expect(may('system')).toEqual([false, false, false, true])
    expect(may('device')).toEqual([false, false, false, false])
  })
})
