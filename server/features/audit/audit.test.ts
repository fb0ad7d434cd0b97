// Covers docs/requirements.md: 431, 432, 601, 634, 655, 720, 721

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../contract/audit.ts'
import type { SignedInUser } from '../../../tests/support/server/accounts.ts'
import { alertCalls } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { alertChanges, meterChanges, readingChanges, units } from '../../db/schema.ts'
import { auditSql } from './list-audit.ts'
import { recordAudit } from './record-audit.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = test.own.admin) =>
  test.ask(method, `/api/v1/${path}`, { as, ...(body && { body }) })
const answer = (query = '', as: SignedInUser = test.own.admin) =>
  test.ask('GET', `/api/v1/audit-entries${query}`, { as })
const entries = async (query = '', as?: SignedInUser) => dataOf('auditEntries', await answer(query, as))
const told = ({ user, noun, subject_name, action, before, after }: AuditEntry) => ({
  who: user?.username,
  what: `${noun} ${action} ${subject_name}`,
  before,
  after,
})

describe('what is recorded', () => {
  it('of a device: made, changed, deleted, restored, by whom, with what it was before', async () => {
    const made = await send('POST', 'device/create', {
      serial_number: 'KS-AUDIT',
      name: 'ポンプ室',
      type: 2,
      interval_crons: '0 15 * * *',
      access_hash: 'himitsu-no-aikotoba',
    })
    const { id } = dataOf('createDevice', made)
    await send('PUT', `device/${id}`, { name: 'ポンプ室 北', is_flash: true })
    // Nothing is changed by it.
    await send('PUT', `device/${id}`, { name: 'ポンプ室 北' })
    await send('DELETE', `device/${id}`, { delete: true })
    await send('PUT', `device/${id}`, { deleted_at: null })
    const all = await answer(`?noun=device&subject_id=${id}`)
    expect(all.text).not.toContain('himitsu-no-aikotoba')
    const who = test.own.admin.username
    expect(dataOf('auditEntries', all).map(told)).toEqual([
      { who, what: 'device restore ポンプ室 北', before: {}, after: {} },
      { who, what: 'device delete ポンプ室 北', before: {}, after: {} },
      {
        who,
        what: 'device update ポンプ室 北',
        before: { name: 'ポンプ室', is_flash: false },
        after: { name: 'ポンプ室 北', is_flash: true },
      },
      {
        who,
        what: 'device create ポンプ室',
        before: {},
        after: { name: 'ポンプ室', serial_number: 'KS-AUDIT', type: 2, interval_crons: '0 15 * * *' },
      },
    ])
  })

  it('of a key: never a part of it', async () => {
    const fields = {
      name: '集計',
      user_id: test.own.general.id,
      expire_at: '2027-12-31 23:59:59',
      max_count: null,
      type: 0,
      white_ips: null,
    }
    const key = dataOf('createKey', await send('POST', 'key', fields))
    await send('PUT', `key/${key.id}`, { max_count: 100, white_ips: '192.0.2.1,192.0.2.2' })
    await send('DELETE', `key/${key.id}?delete=true`)
    const all = await answer(`?noun=key&subject_id=${key.id}`)
    expect(dataOf('auditEntries', all).map(told)).toMatchObject([
      { what: 'key delete 集計' },
      {
        what: 'key update 集計',
        before: { max_count: null, white_ips: null },
        after: { max_count: 100, white_ips: '192.0.2.1,192.0.2.2' },
      },
      { what: 'key create 集計', after: { user: test.own.general.username, type: 0 } },
    ])
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select secret_key from api_keys where id = ${key.id}`),
    )
    const kept = JSON.stringify(
      await test.deps.database.asSystem((tx) => tx.execute(sql`select * from audit_entries`)),
    )
    for (const secret of [key.secret_key, key.access_key, String(rows[0]?.['secret_key'])]) {
      expect(kept).not.toContain(secret)
      expect(all.text).not.toContain(secret)
    }
  })

  it('of both kinds of groups, when something changes', async () => {
    const group = dataOf('createGroup', await send('POST', 'meters-group', { name: '給水' }))
    await send('PUT', `meters-group/${group.id}`, { name: '給水', description: '受水槽' })
    await send('PUT', `meters-group/${group.id}`, { name: '給水' })
    const inspection = dataOf('createInspection', await send('POST', 'inspection', { name: '朝' }))
    await send('PUT', `inspection/${inspection.id}`, { name: '夜' })
    await send('PUT', `inspection/${inspection.id}`, { name: '夜', contact: '設備課' })
    expect((await entries(`?noun=group&subject_id=${group.id}`)).map(told)).toMatchObject([
      { what: 'group update 給水', before: { description: '' }, after: { description: '受水槽' } },
      { what: 'group create 給水' },
    ])
    expect((await entries(`?noun=inspection&subject_id=${inspection.id}`)).map(told)).toMatchObject([
      { what: 'inspection update 夜', before: { contact: '' }, after: { contact: '設備課' } },
      { what: 'inspection update 夜', before: { name: '朝' }, after: { name: '夜' } },
      { what: 'inspection create 朝' },
    ])
  })

  it('of a value that a person entered, with its time and the unit and decimals of then', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, { name: '手入力の計', decimalPoint: 1 })
    const created_at = '2026-11-19 09:00:00'
    const made = await send('POST', 'meter-value', {
      meter_id: meter.id,
      value: 12.3,
      created_at,
      image_base64: null,
    })
    const { id } = dataOf('createReading', made)
    await send('PUT', `meter-value/${id}`, { value: 12.5 })
    const [kpa] = await database.asSystem((tx) =>
      tx.insert(units).values({ name: 'kPa（監査）' }).returning(),
    )
    await send('PUT', `meters/${meter.id}`, { decimal_point: 3, meter_unit_id: kpa?.id })
    await send('PUT', `meters/${meter.id}`, { emergency_start_value: 0.25 })
    await send('DELETE', `meter-value/${id}`)
    const [unit] = await database.asSystem((tx) =>
      tx.select().from(units).where(eq(units.id, meter.meterUnitId)),
    )
    const then = { unit: unit?.name, decimals: 1 }
    const now = { unit: 'kPa（監査）', decimals: 3 }
    const ofReading = await entries(`?noun=reading&subject_id=${id}`)
    expect(ofReading).toMatchObject([
      { action: 'delete', before: { value: 12.5, value_format: now } },
      {
        action: 'correct',
        before: { value: 12.3, value_format: then },
        after: { value: 12.5, value_format: then },
      },
      {
        action: 'create',
        subject_name: '手入力の計',
        user: { username: test.own.admin.username },
        meter_id: meter.id,
        measured_at: '2026-11-19T09:00:00.000+09:00',
        before: {},
        after: { value: 12.3, value_source: 'entered', value_format: then },
      },
    ])
    expect(await entries(`?noun=meter&subject_id=${meter.id}`)).toMatchObject([
      {
        before: { emergency_start_value: 0.8, value_format: now },
        after: { emergency_start_value: 0.25, value_format: now },
      },
      { after: { decimal_point: 3 } },
    ])
  })

  it('is not recorded where the change is refused', async () => {
    const before = (await answer()).text.length
    expect((await send('POST', 'meters-group', { name: '' })).status).toBe(400)
    expect((await send('PUT', 'meters-group/999999', { name: '無い' })).status).toBe(404)
    expect((await answer()).text.length).toBe(before)
  })
})

describe('the list', () => {
  const at = new Date('2026-11-10T00:00:00Z')
  let meterId: number
  let readingId: number
  beforeAll(async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, { name: '冷却水' })
    const reading = await addReading(database, meter)
    meterId = meter.id
    readingId = reading.id
    const by = { organizationId: test.own.id, userId: test.own.general.id, at }
    await database.asSystem(async (tx) => {
      for (let n = 0; n < 3; n++) {
        await tx.insert(meterChanges).values({ ...by, meterId, action: 'update', before: { n }, after: {} })
        await tx.insert(readingChanges).values({
          ...by,
          readingId,
          action: 'correct',
          before: { value: n },
          after: { value: n + 1 },
        })
        await tx.insert(alertChanges).values({
          ...by,
          meterId,
          alertId: 7,
          firstAt: at,
          latestAt: at,
          action: 'confirm',
          comment: '弁を閉めた',
        })
      }
    })
  })

  it('pages by key through all that was done at one time, each once', async () => {
    const seen: AuditEntry[] = []
    let next: string | undefined
    const span = 'created_span=2026-11-10>,2026-11-10<'
    do {
      const page = await answer(`?${span}&limit=2${next === undefined ? '' : `&after=${next}`}`)
      seen.push(...dataOf('auditEntries', page))
      next = (page.json as { next?: string }).next
    } while (next !== undefined)
    expect(seen.map(({ id }) => id)).toEqual([...new Set(seen.map(({ id }) => id))].sort((a, b) => b - a))
    expect(seen).toHaveLength(9)
    expect((await answer(`?${span}`)).json).toMatchObject({ count: 9 })
  })

  it('takes a noun, a thing, a person and days', async () => {
    expect((await entries(`?noun=reading&subject_id=${readingId}`)).map(told)).toContainEqual({
      who: test.own.general.username,
      what: 'reading correct 冷却水',
      before: { value: 0 },
      after: { value: 1 },
    })
    expect(await entries(`?noun=meter&subject_id=${meterId}`)).toHaveLength(3)
    expect((await entries('?noun=alert'))[0]?.after).toEqual({ comment: '弁を閉めた' })
    const his = await entries(`?user_id=${test.own.general.id}`)
    expect(new Set(his.map(({ user }) => user?.id))).toEqual(new Set([test.own.general.id]))
    expect(await entries('?created_span=2026-11-11>,2026-11-12<')).toEqual([])
    const refused = await answer('?noun=plan')
    expect([refused.status, failureOf(refused).issues?.[0]?.path]).toEqual([400, 'noun'])
  })

  it('says when a reading was measured, why it was corrected, and which deletion can be undone', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    const reading = await addReading(database, meter, { createdAt: new Date('2026-11-01T00:00:00Z') })
    const path = `meter-value/${reading.id}`
    await send('PUT', path, { value: 0.7, reason: '読み間違い' })
    await send('DELETE', path)
    const query = `?noun=reading&subject_id=${reading.id}`
    const measured_at = '2026-11-01T09:00:00.000+09:00'
    expect(await entries(query)).toMatchObject([
      { action: 'delete', meter_id: meter.id, measured_at, restorable: true },
      { action: 'correct', measured_at, restorable: false, after: { value: 0.7, reason: '読み間違い' } },
    ])
    await send('POST', `${path}/restore`)
    expect(await entries(query)).toMatchObject([
      { action: 'restore', restorable: false },
      { action: 'delete', restorable: false },
      { action: 'correct' },
    ])
  })

  it('says which confirmation of an alert was taken back, with its latest comment', async () => {
    const calls = alertCalls(test)
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    await calls.confirm(id, { comment: '弁を閉めた' })
    await calls.comment(id, '弁を閉め、開けた')
    await calls.undo(id)
    await calls.confirm(id)
    await calls.undo(id)
    const all = await entries(`?noun=alert&subject_id=${id}`)
    expect(all.map(({ action }) => action)).toEqual(['undo', 'confirm', 'undo', 'update', 'confirm'])
    const [second, secondMade, first, , firstMade] = all
    const undone = ({ before: { confirm_at: at, comment } }: AuditEntry) => ({
      at: Date.parse(String(at)),
      comment,
    })
    const madeAt = (made: AuditEntry | undefined) => Date.parse(made?.at ?? '')
    expect(first && undone(first)).toEqual({ at: madeAt(firstMade), comment: '弁を閉め、開けた' })
    expect(second && undone(second)).toEqual({ at: madeAt(secondMade), comment: null })
    expect([first?.after, second?.after]).toEqual([{}, {}])
  })

  it('shows nothing of another organization, whatever is asked for', async () => {
    for (const query of ['', `?noun=meter&subject_id=${meterId}`, `?user_id=${test.own.general.id}`])
      expect(await entries(query, test.other.admin)).toEqual([])
  })

  it('of what belongs to no organization is for system administrators', async () => {
    const session = { ...test.own.system, userId: test.own.system.id, key: null, timeZone: 'Asia/Tokyo' }
    await test.deps.database.asSystem((tx) =>
      recordAudit(
        tx,
        { ...session, organizationId: test.own.id },
        {
          noun: 'unit',
          subjectId: 3,
          subjectName: 'MPa',
          action: 'create',
          before: {},
          after: { name: 'MPa' },
          at,
          organizationId: null,
        },
      ),
    )
    const common = await test.ask('GET', '/api/v1/common-audit-entries', { as: test.other.system })
    expect(
      dataOf('commonAuditEntries', common).map(({ noun, subject_name }) => [noun, subject_name]),
    ).toEqual([['unit', 'MPa']])
    expect((await entries()).map(({ noun }) => noun)).not.toContain('unit')
  })

  it('comes off indexes in order', async () => {
    const filters = {
      organizationId: test.own.id,
      noun: undefined,
      subjectId: undefined,
      userId: undefined,
      interval: { from: null, before: null },
    }
    const plan = (more: object) =>
      test.deps.database.inOrganization(test.own.id, null, async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        await tx.execute(sql`set local enable_sort = off`)
        const asked = auditSql({ ...filters, ...more }, { skip: 0, limit: 51, after: { at, id: 40 } })
        const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${asked}`)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    const all = await plan({})
    for (const table of ['audit_entries', 'meter_changes', 'reading_changes', 'alert_changes'])
      expect(all).toMatch(new RegExp(`Backward using ${table}_of_organization`))
    const hers = await plan({ userId: test.own.admin.id })
    for (const table of ['audit_entries', 'meter_changes', 'reading_changes', 'alert_changes'])
      expect(hers).toMatch(new RegExp(`Backward using ${table}_of_user`))
    expect(await plan({ noun: 'device' })).toMatch(/Backward using audit_entries_of_noun/)
  })
})
