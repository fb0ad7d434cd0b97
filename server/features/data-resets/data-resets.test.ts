// Covers docs/requirements.md: 458, 459, 461

import { and, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlert, addDevice, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { insertEverywhere, organizationTables } from '../../../tests/support/server/rows-everywhere.ts'
import { type Subjects, seedSubjects } from '../../../tests/support/server/subjects.ts'
import { alerts, auditEntries, dataResets, organizations, pictures, readings } from '../../db/schema.ts'
import { runReset } from '../../jobs/reset-data.ts'
import { parsePicture, recordPicture, storePicture } from '../pictures/index.ts'
import { deleteNext, findReset } from './index.ts'

let test: TestApp
let own: Subjects
beforeAll(async () => {
  test = await createTestApp()
  own = await seedSubjects(test, test.own, role.general)
  await insertEverywhere(test, own)
  await insertEverywhere(test, await seedSubjects(test, test.other, role.general))
  await setOrganization({ demoEnabled: true })
})
afterAll(() => test.close())

const path = '/api/v1/organization/deletion-refresh'
const start = (id = test.own.id, as = test.own.system) =>
  test.ask('POST', path, { as, body: { organization_id: id } })
const last = async (as = test.own.system) =>
  dataOf('dataReset', await test.ask('GET', `${path}?organization_id=${test.own.id}`, { as }))
const setOrganization = (fields: Partial<typeof organizations.$inferInsert>) =>
  test.deps.database.asSystem((tx) =>
    tx.update(organizations).set(fields).where(eq(organizations.id, test.own.id)),
  )

type Rows = Record<string, Record<string, unknown>[]>
/** Every row of an organization, in every table that says whose a row is. */
async function rowsOf(organizationId: number): Promise<Rows> {
  const tables = await organizationTables(test)
  return test.deps.database.asSystem(async (tx) => {
    const all: Rows = {}
    for (const table of tables) {
      const { rows } = await tx.execute<{ row: Record<string, unknown> }>(sql`
        select to_jsonb(t) as row from ${sql.identifier(table)} t
        where organization_id = ${organizationId} order by t::text`)
      all[table] = rows.map(({ row }) => row)
    }
    return all
  })
}

const gone = [
  'access_logs',
  'alert_announcements',
  'alert_changes',
  'alert_rule_cases',
  'alert_rule_checkpoints',
  'alert_rule_states',
  'alert_worsenings',
  'alerts',
  'blind_checks',
  'device_days',
  'device_errors',
  'device_rejections',
  'device_reports',
  'meter_estimates',
  'meter_rates',
  'meter_replacements',
  'reading_changes',
  'reading_days',
  'reading_months',
  'readings',
  'rejudgements',
  'retake_requests',
  'review_loans',
  'rounds',
  'skips',
  'webhook_calls',
]
/** What a job takes within a minute. */
const passing = ['round_marks']
/** Kept but for what these fields, or these rows, say of what is gone. */
const changed = [
  'data_resets',
  'device_outages',
  'device_schedules',
  'device_troubles',
  'devices',
  'inspections',
  'llm_usage_logs',
  'pictures',
]
const kept = [
  'ai_boost_counts',
  'alert_reminders',
  'alert_rules',
  'api_keys',
  'audit_entries',
  'closing_cycle_meters',
  'closing_cycles',
  'closing_meters',
  'closing_reminders',
  'closings',
  'cost_bearers',
  'device_numbers',
  'email_changes',
  'export_formats',
  'groups',
  'held_notices',
  'import_layouts',
  'import_rows',
  'imports',
  'invitations',
  'maintenances',
  'map_areas',
  'map_pins',
  'maps',
  'memberships',
  'meter_allocation_shares',
  'meter_allocations',
  'meter_changes',
  'meter_terms',
  'meters',
  'notice_digests',
  'push_subscriptions',
  'recipient_group_members',
  'recipient_groups',
  'sessions',
]

async function addPicture(shade: number, { deps, own } = test) {
  const background = { r: shade, g: 1, b: 2 }
  const bytes = await sharp({ create: { width: 600, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = await parsePicture(bytes, 'body')
  await storePicture(deps.storage, own.id, picture)
  await deps.database.asSystem((tx) => recordPicture(tx, own.id, picture))
  return picture.sha256
}
const isStored = async (sha256: string, variant: 'original' | 'thumbnail' = 'original') =>
  (await test.deps.storage.get({ organizationId: test.own.id, sha256, variant })) !== null

/** A report with its picture, its reading, its error and what a model was asked of it. */
async function addReport(shade: number) {
  const { database } = test.deps
  const organizationId = test.own.id
  const sha256 = await addPicture(shade)
  const meter = await addMeter(database, organizationId, { deviceId: own.deviceId })
  await database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into device_reports (organization_id, device_id, kind, created_at, received_at, picture_sha256)
      values (${organizationId}, ${own.deviceId}, 'picture', now(), now(), ${sha256}) returning id::int`)
    const reportId = rows[0]?.id ?? 0
    await tx.execute(sql`
      insert into device_errors (organization_id, device_id, report_id, error_message, created_at)
      values (${organizationId}, ${own.deviceId}, ${reportId}, 'e', now() + interval '1 hour')`)
    await tx.execute(sql`
      insert into webhook_calls (organization_id, key_id, at, report_id, picture_sha256, received_at)
      values (${organizationId}, ${own.keyId}, now() + interval '1 hour', ${reportId}, ${sha256}, now())`)
    await tx.execute(sql`
      insert into device_outages (organization_id, device_id, since, noticed_at, cause, ended_at)
      values (${organizationId}, ${own.deviceId}, now(), now(), 'unknown', now())`)
    await tx.execute(sql`
      insert into device_troubles (organization_id, device_id, kind, message, since, ended_at)
      values (${organizationId}, ${own.deviceId}, 'error', 'E01', now(), now())`)
    await tx.execute(sql`update devices set count = count + 1 where id = ${own.deviceId}`)
    await tx.execute(sql`
      with reading as (
        insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at,
          picture_sha256, report_id, device_id)
        values (${organizationId}, ${meter.id}, 1, 'reader', 'camera', false, now(), ${sha256}, ${reportId},
          ${own.deviceId}) returning id)
      insert into llm_usage_logs (organization_id, provider, model, system_prompt, user_prompt, status, duration,
        created_at, reading_id, picture_sha256)
      select ${organizationId}, 'p', 'm', 's', 'u', 'success', 1, now(), id, ${sha256} from reading`)
  })
  return sha256
}

/** Dies before the n-th chunk. */
function dyingAt(n: number) {
  let left = n
  return () => {
    left -= 1
    if (left < 0) throw new Error('killed')
    return true
  }
}

describe('an initialisation', () => {
  it('is started of an unprotected demonstration only', async () => {
    await setOrganization({ demoEnabled: false })
    expect(failureOf(await start()).code).toBe('reset_refused')
    await setOrganization({ demoEnabled: true, protected: true })
    expect(failureOf(await start()).code).toBe('reset_refused')
    await setOrganization({ protected: false, filling: { at: new Date().toISOString(), done: 1, total: 9 } })
    expect(failureOf(await start()).code).toBe('reset_running')
    await setOrganization({ filling: null })
    expect(failureOf(await start(999_999)).code).toBe('not_found')
  })

  it('deletes what the document says and nothing else, wherever it is killed, and files too', async () => {
    const reported = await addReport(1)
    const [onMeter, stray] = [await addPicture(2), await addPicture(3)]
    await addMeter(test.deps.database, test.own.id, { pictureSha256: onMeter })
    const reporting = await addMeter(test.deps.database, test.own.id)
    const { id: full } = await addMeter(test.deps.database, test.own.id)
    // A chunk’s worth.
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
        select ${test.own.id}, ${full}, 1, 'entered', 'entry', false, now() - n * interval '1 second'
        from generate_series(1, 1000) n`),
    )
    const { id: silent } = await addDevice(test.deps.database, test.own.id)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        insert into device_schedules (organization_id, device_id, "from", interval_crons)
        select ${test.own.id}, ${silent}, now() - n * interval '1 day', n || ' * * * *' from generate_series(9, 0, -3) n`),
    )
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        update inspections set schedule = '{"every":"week","weekday":5,"time":"17:00"}',
          schedule_from = now() - interval '9 days', rounds_from = now() + interval '1 day'
        where id = ${own.inspectionId}`),
    )
    const before = await rowsOf(test.own.id)
    const theirs = await rowsOf(test.other.id)
    expect(Object.keys(before).toSorted()).toEqual([...gone, ...passing, ...changed, ...kept].toSorted())
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0)

    const answers = await Promise.all([1, 2, 3].map(() => start()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await last()).toMatchObject({ step: 'delete', done: 0, finished_at: null })

    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        insert into device_schedules (organization_id, device_id, "from")
        values (${test.own.id}, ${silent}, now() + interval '1 hour')`),
    )
    // Somebody looks at a picture that goes.
    const seen = { organizationId: test.own.id, sha256: reported, variant: 'thumbnail' } as const
    await test.deps.storage.put(seen, new Uint8Array([1]))
    // What comes in while it runs stays.
    const since = new Date(Date.now() + 60_000)
    const later = await addReading(test.deps.database, reporting, { receivedAt: since, createdAt: since })
    const reset = await test.deps.database.asSystem((tx) => findReset(tx, test.own.id))
    if (reset === undefined) throw new Error('no initialisation')
    let done = 0
    for (let chunks = 1; ; chunks += 1) {
      const died = await deleteNext(test.deps, reset.reset, dyingAt(chunks)).then(
        () => false,
        () => true,
      )
      const progress = (await last())?.done ?? 0
      expect(progress).toBeGreaterThanOrEqual(done)
      done = progress
      if (!died) break
    }
    expect(done).toBeGreaterThan(0)
    await runReset(test.deps, { organizationId: test.own.id })
    const ended = await last()
    expect(ended).toMatchObject({ done: ended?.total, failure: null })
    expect(ended?.finished_at).not.toBeNull()

    const after = await rowsOf(test.own.id)
    const sorted = (rows: object[] = []) => rows.map((row) => JSON.stringify(row)).toSorted()
    expect(after['readings']).toMatchObject([{ id: later.id }])
    expect(after['reading_days']).toMatchObject([{ readings: 1 }])
    expect(after['reading_months']).toMatchObject([{ readings: 1 }])
    const left = ['readings', 'reading_days', 'reading_months']
    for (const table of gone) if (!left.includes(table)) expect(after[table], table).toEqual([])
    for (const table of kept)
      if (table !== 'audit_entries') expect(after[table], table).toEqual(before[table])
    expect(after['device_outages']).toEqual(
      before['device_outages']?.filter((row) => row['ended_at'] === null),
    )
    expect(after['device_troubles']).toEqual(
      before['device_troubles']?.filter((row) => row['ended_at'] === null),
    )
    // Of before, the schedule in force.
    const schedules = after['device_schedules']?.map(({ device_id, interval_crons, from }) => {
      const isOfReset = new Date(String(from)).getTime() === reset.reset.startedAt.getTime()
      return [device_id, interval_crons, isOfReset]
    })
    expect(schedules?.toSorted()).toEqual([
      [own.deviceId, null, true],
      [silent, null, false],
      [silent, '0 * * * *', true],
    ])
    // Nothing was due before.
    const from = reset.reset.startedAt.toISOString()
    const instant = (at: unknown) => typeof at === 'string' && new Date(at).toISOString()
    const times = after['inspections']?.map((row) => [
      instant(row['schedule_from']),
      instant(row['rounds_from']),
    ])
    expect(times?.toSorted()).toEqual([
      [from, from],
      [false, false],
    ])
    const timeless = (row: object) => ({ ...row, schedule_from: null, rounds_from: null })
    expect(sorted(after['inspections']?.map(timeless))).toEqual(sorted(before['inspections']?.map(timeless)))
    expect(after['devices']).toEqual(before['devices']?.map((row) => ({ ...row, count: 0 })))
    const detached = (row: object) => ({ ...row, reading_id: null, picture_sha256: null })
    expect(sorted(after['llm_usage_logs'])).toEqual(sorted(before['llm_usage_logs']?.map(detached)))
    const named = [onMeter, own.sha256].toSorted()
    expect(after['pictures']?.map((row) => row['sha256']).toSorted()).toEqual(named)
    for (const sha256 of named) expect(await isStored(sha256)).toBe(true)
    for (const sha256 of [reported, stray]) expect(await isStored(sha256)).toBe(false)
    expect(await isStored(reported, 'thumbnail')).toBe(false)
    expect(await rowsOf(test.other.id)).toEqual(theirs)
  })

  it('is in the history of the organization, with how much there was', async () => {
    const entries = await test.deps.database.asSystem((tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.action, 'reset'), eq(auditEntries.subjectId, test.own.id))),
    )
    expect(entries).toMatchObject([{ noun: 'organization', userId: test.own.system.id }])
    expect(entries[0]?.before).toMatchObject({ alerts: 1, access_logs: 1 })
  })

  it('fills after it has deleted, goes on with that after a kill, and is seen to by every administrator', async () => {
    expect((await start()).status).toBe(201)
    const job = { organizationId: test.own.id }
    const heard: string[] = []
    const unsubscribe = test.deps.changes.subscribe(test.own.id, ({ noun }) => heard.push(noun))
    const killed = runReset(test.deps, job, () => Promise.reject(new Error('killed')))
    await expect(killed).rejects.toThrow('killed')
    // Open screens learn that it is being filled.
    await expect.poll(() => heard).toContain('organization')
    unsubscribe()
    await setOrganization({ filling: { at: new Date().toISOString(), done: 12, total: 61 } })
    const seen = await last(test.other.system)
    expect(seen).toMatchObject({ step: 'fill', done: 12, total: 61, finished_at: null })
    expect(seen?.started_by.username).toBe(test.own.system.username)
    expect(failureOf(await start()).code).toBe('reset_running')
    const filled: number[] = []
    await runReset(test.deps, job, async (id) => void filled.push(id))
    expect(filled).toEqual([test.own.id])
    expect((await last())?.finished_at).not.toBeNull()
    const me = await test.ask('GET', '/api/v1/user/me', { as: test.own.general })
    expect(dataOf('me', me).organization.filling).toBeUndefined()
  })
})

it('the job does it, once however often it is asked for at once', async () => {
  const working = await createTestApp({ work: true })
  try {
    const { database, jobs } = working.deps
    const organizationId = working.own.id
    await database.asSystem((tx) =>
      tx.update(organizations).set({ demoEnabled: true }).where(eq(organizations.id, organizationId)),
    )
    const meter = await addMeter(database, organizationId)
    const pictureSha256 = await addPicture(4, working)
    await addAlert(database, await addReading(database, meter, { isAbnormal: true, pictureSha256 }))
    const left = () =>
      database.asSystem(async (tx) => [
        await tx.$count(readings),
        await tx.$count(alerts),
        await tx.$count(pictures),
      ])
    expect(await left()).toEqual([1, 1, 1])
    const asked = { as: working.own.system, body: { organization_id: organizationId } }
    const answers = await Promise.all([1, 2, 3].map(() => working.ask('POST', path, asked)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    for (const _again of [1, 2])
      await database.asSystem((tx) => jobs.enqueue(tx, 'reset-data', [{ organizationId }]))
    const row = () =>
      database.asSystem((tx) =>
        tx.select().from(dataResets).where(eq(dataResets.organizationId, organizationId)),
      )
    await expect.poll(async () => (await row())[0]?.finishedAt).toBeInstanceOf(Date)
    expect(await row()).toMatchObject([{ failure: null }])
    expect(await left()).toEqual([0, 0, 0])
  } finally {
    await working.close()
  }
})
