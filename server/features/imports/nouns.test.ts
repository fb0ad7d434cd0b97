// Covers docs/requirements.md: 905, 906, 907, 908, 909, 962

import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { buildOrganization, buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addCostBearer,
  addCycle,
  addDevice,
  addGroup,
  addKey,
  addMeter,
} from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { mailsIn } from '../../../tests/support/server/queued-mails.ts'
import {
  costBearers,
  devices,
  groups,
  inspections,
  invitations,
  meterReplacements,
  organizations,
  plans,
} from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ work: true })
})
afterAll(() => test.close())

type User = TestApp['own']['general']
const path = '/api/v1/imports'
const upload = (noun: ImportTarget, lines: readonly string[], as: User | null, headers = {}) =>
  test.ask('POST', `${path}?noun=${noun}`, {
    as,
    bytes: Buffer.from(lines.join('\r\n')),
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })

/** What a person does with imports of one noun. */
function importing(noun: ImportTarget, by: () => User) {
  const finished = async (id: number) => {
    const get = async () => dataOf('import', await test.ask('GET', `${path}/${id}`, { as: by() }))
    await expect.poll(async () => (await get()).state).not.toMatch(/ing$/)
    return get()
  }
  return {
    async bring(...lines: string[]) {
      const { id } = dataOf('uploadImport', await upload(noun, lines, by()))
      const preview = dataOf('importPreview', await test.ask('GET', `${path}/${id}/preview`, { as: by() }))
      return { id, ...preview }
    },
    async apply(id: number) {
      const body = { leaves_out_errors: false }
      dataOf('applyImport', await test.ask('POST', `${path}/${id}/apply`, { as: by(), body }))
      return finished(id)
    },
    async undo(id: number, as = by()) {
      dataOf('undoImport', await test.ask('POST', `${path}/${id}/undo`, { as }))
      return finished(id)
    },
  }
}
const errorsOf = ({
  rows,
}: {
  rows: { row: number; errors: { column: string | null; message: string | null }[] }[]
}) => rows.map(({ row, errors }) => [row, ...errors.map(({ column, message }) => `${column}: ${message}`)])

describe('an import of groups and cost bearers', () => {
  it('adds and changes them by their names, and is undone except for what is in use or was changed', async () => {
    const { database } = test.deps
    await addGroup(database, test.own.id, { name: '空調', description: '旧' })
    const { bring, apply, undo } = importing('groups', () => test.own.general)
    const { id, rows } = await bring('グループ名,備考', '空調,（消す）', '給水,受水槽', '排水,', '電気,盤')
    expect(rows.map(({ state }) => state)).toEqual(['changed', 'new', 'new', 'new'])
    expect(await apply(id)).toMatchObject({ state: 'applied', added: 3, changed: 1, failure: null })
    const stored = () =>
      database.asSystem((tx) =>
        tx
          .select({ id: groups.id, name: groups.name, description: groups.description })
          .from(groups)
          .where(eq(groups.organizationId, test.own.id))
          .orderBy(groups.id),
      )
    const [, water, drain] = await stored()
    await addMeter(database, test.own.id, { meterGroupId: water?.id ?? null })
    const body = { name: '排水', description: '追記' }
    await test.ask('PUT', `/api/v1/meters-group/${drain?.id}`, { as: test.own.admin, body })
    expect((await undo(id)).outcomes).toEqual({ reversed: 2, changed: 1, impossible: 1 })
    expect(await stored()).toMatchObject([
      { name: '空調', description: '旧' },
      { name: '給水' },
      { name: '排水', description: '追記' },
    ])
  })

  it('knows inspection groups with their contacts, and keeps those that somebody plans rounds for', async () => {
    const { bring, apply, undo } = importing('inspections', () => test.own.general)
    const { id } = await bring('点検グループ名,連絡先', '朝の巡回,設備課 03-1234-5678', '夜の巡回,')
    await apply(id)
    const stored = () =>
      test.deps.database.asSystem((tx) =>
        tx.select().from(inspections).where(eq(inspections.organizationId, test.own.id)),
      )
    const [morning] = await stored()
    expect(morning?.contact).toBe('設備課 03-1234-5678')
    await test.deps.database.asSystem((tx) =>
      tx
        .update(inspections)
        .set({ assigneeUserId: test.own.general.id })
        .where(eq(inspections.id, morning?.id ?? 0)),
    )
    expect((await undo(id)).outcomes).toEqual({ reversed: 1, changed: 0, impossible: 1 })
    expect(await stored()).toMatchObject([{ name: '朝の巡回' }])
  })

  it('disables cost bearers, and refuses a name that another spelling has', async () => {
    const { database } = test.deps
    await addCostBearer(database, test.own.id, { name: 'テナントA' })
    const { bring, apply, undo } = importing('cost_bearers', () => test.own.general)
    const { id, counts } = await bring('負担先,状態', 'テナントA,無効', 'テナントB,無効', '共用部,')
    expect(counts).toEqual({ new: 2, changed: 1, unchanged: 0, error: 0 })
    await apply(id)
    const stored = () =>
      database.asSystem((tx) =>
        tx
          .select({ name: costBearers.name, status: costBearers.status })
          .from(costBearers)
          .where(eq(costBearers.organizationId, test.own.id))
          .orderBy(costBearers.id),
      )
    expect(await stored()).toEqual([
      { name: 'テナントA', status: 1 },
      { name: 'テナントB', status: 1 },
      { name: '共用部', status: 0 },
    ])
    expect((await undo(id)).outcomes).toEqual({ reversed: 3, changed: 0, impossible: 0 })
    expect(await stored()).toEqual([{ name: 'テナントA', status: 0 }])
  })
})

describe('an import of devices', () => {
  it('registers them by their serial numbers, changes names and intervals, and is undone', async () => {
    const { database } = test.deps
    await addDevice(database, test.own.id, { serialNumber: 'OLD-1', name: '旧名', type: 2 })
    const { bring, apply, undo } = importing('devices', () => test.own.admin)
    const { id, rows } = await bring(
      'シリアル番号,端末名,種類,測定間隔',
      'old-1,新名,,',
      'CAM-1,屋上,WiFiカメラ,',
      'ANA-1,盤,アナログ入力,15分ごと',
      'ANA-2,盤2,アナログ入力,5分ごと',
    )
    expect(rows.map(({ state, changes }) => [state, changes.length])).toEqual([
      ['changed', 1],
      ['new', 3],
      ['new', 4],
      ['new', 4],
    ])
    await apply(id)
    const stored = () =>
      database.asSystem((tx) =>
        tx
          .select({
            id: devices.id,
            serial: devices.serialNumber,
            name: devices.name,
            crons: devices.intervalCrons,
          })
          .from(devices)
          .where(and(eq(devices.organizationId, test.own.id), isNull(devices.deletedAt)))
          .orderBy(devices.id),
      )
    const [, , analog] = await stored()
    expect(await stored()).toMatchObject([
      { serial: 'OLD-1', name: '新名' },
      { serial: 'CAM-1', crons: '0 15 * * *' },
      { serial: 'ANA-1', crons: '*/15 * * * *' },
      { serial: 'ANA-2', crons: '*/5 * * * *' },
    ])
    await addMeter(database, test.own.id, { deviceId: analog?.id ?? null })
    expect((await undo(id)).outcomes).toEqual({ reversed: 3, changed: 0, impossible: 1 })
    expect(await stored()).toMatchObject([{ serial: 'OLD-1', name: '旧名' }, { serial: 'ANA-1' }])
  })

  it('shows what their calls refuse', async () => {
    await addDevice(test.deps.database, test.own.id, { serialNumber: 'KEEP-1', name: '固定', type: 2 })
    const { bring } = importing('devices', () => test.own.admin)
    const preview = await bring(
      'シリアル番号,端末名,種類,測定間隔',
      'KEEP-1,固定,モバイル,',
      'CAM-9,屋上,WiFiカメラ,15分ごと',
      'ANA-9,盤,アナログ入力,',
    )
    expect(errorsOf(preview)).toEqual([
      [2, 'type: 種類は変更できません'],
      [3, 'interval_crons: アナログ入力だけの項目です'],
      [4, 'interval_crons: アナログ入力には入力が必要です'],
    ])
  })

  it('says in the preview which rows are beyond the plan, in the words of the call', async () => {
    const { database } = test.deps
    const organization = await buildOrganization(database)
    await database.asSystem(async (tx) => {
      const [made] = await tx
        .insert(plans)
        .values({ name: randomUUID(), type: 1, allowDevices: false, limitMobileCount: 2 })
        .returning()
      await tx.update(organizations).set({ planId: made?.id }).where(eq(organizations.id, organization.id))
    })
    await addDevice(database, organization.id, { serialNumber: 'PHONE-0', name: '電話', type: 5 })
    const admin = await test.signIn(await buildUser(database, organization, { role: role.admin }))
    const { counts, ...preview } = await importing('devices', () => admin).bring(
      'シリアル番号,端末名,種類',
      'PHONE-1,電話1,モバイル',
      'PHONE-2,電話2,モバイル',
      'PHONE-3,電話3,モバイル',
      'CAM-1,屋上,WiFiカメラ',
    )
    const create = '/api/v1/device/create'
    const messageOf = async (type: number) => {
      const body = { serial_number: randomUUID(), name: '一台', type, interval_crons: null }
      const camera = { ...body, interval_crons: '0 15 * * *' }
      const answer = await test.ask('POST', create, { as: admin, body: type === 5 ? body : camera })
      return failureOf(answer).issues?.map(({ message }) => `type: ${message}`) ?? []
    }
    expect(counts).toMatchObject({ new: 1, error: 3 })
    await addDevice(database, organization.id, { serialNumber: 'PHONE-4', name: '電話4', type: 5 })
    const [beyond, camera] = [await messageOf(5), await messageOf(2)]
    expect(beyond).toEqual([expect.stringContaining('上限は2台です（登録済み2台）')])
    expect(errorsOf(preview)).toEqual([[2], [3, ...beyond], [4, ...beyond], [5, ...camera]])
  })

  it('is refused to general users, also when they were administrators when they brought the table', async () => {
    expect((await upload('devices', ['シリアル番号'], test.own.general)).status).toBe(403)
    const former = await test.signIn(await buildUser(test.deps.database, test.own, { role: role.admin }))
    const { bring } = importing('devices', () => former)
    const { id } = await bring('シリアル番号,端末名,種類', 'FORMER-1,元,モバイル')
    const memberPath = `/api/v1/user/${former.id}/organization/${test.own.id}`
    await test.ask('PUT', memberPath, { as: test.own.admin, body: { role: role.general } })
    const body = { leaves_out_errors: false }
    const acts = [
      test.ask('GET', `${path}/${id}/preview`, { as: former }),
      test.ask('GET', `${path}/${id}/errors`, { as: former }),
      test.ask('POST', `${path}/${id}/apply`, { as: former, body }),
    ]
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('an import of users', () => {
  const head = 'ユーザー名,メールアドレス,権限,アラートメール'
  const { bring, apply, undo } = importing('users', () => test.own.admin)
  const invited = () =>
    test.deps.database.asSystem((tx) =>
      tx
        .select({ email: invitations.email, username: invitations.username, role: invitations.role })
        .from(invitations)
        .where(and(eq(invitations.organizationId, test.own.id), isNull(invitations.endedAt)))
        .orderBy(invitations.id),
    )

  it('invites new ones, changes roles and notices of members, and withdraws both when it is undone', async () => {
    const member = await buildUser(test.deps.database, test.own, { role: role.general })
    const stranger = await buildUser(test.deps.database, test.other)
    const { id, counts } = await bring(
      head,
      `${member.username},${member.email.toUpperCase()},管理者,受け取る`,
      '佐藤花子,hanako@example.com,一般,受け取る',
      `別名,${stranger.email},一般,`,
    )
    expect(counts).toEqual({ new: 2, changed: 1, unchanged: 0, error: 0 })
    expect(await apply(id)).toMatchObject({ state: 'applied', added: 2, changed: 1, failure: null })
    expect(await invited()).toEqual([
      { email: 'hanako@example.com', username: '佐藤花子', role: role.general },
      // Whoever has an account keeps its name.
      { email: stranger.email, username: null, role: role.general },
    ])
    expect(await mailsIn(test, 'hanako@example.com')).toHaveLength(1)
    const roleOf = async () =>
      dataOf('user', await test.ask('GET', `/api/v1/user/${member.id}`, { as: test.own.admin })).role
    expect(await roleOf()).toBe(role.admin)

    const again = await bring(
      head,
      `${member.username},${member.email},管理者,受け取る`,
      '佐藤花子,hanako@example.com,一般,受け取る',
      `別名,${stranger.email},一般,`,
    )
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 3, error: 0 })
    expect((await undo(id)).outcomes).toEqual({ reversed: 3, changed: 0, impossible: 0 })
    expect([await invited(), await roleOf()]).toEqual([[], role.general])
  })

  it('shows what invitations and members refuse, and imports nothing of a table that storing refuses', async () => {
    const member = await buildUser(test.deps.database, test.own)
    const preview = await bring(
      head,
      `改名,${member.email},,`,
      '上位,above@example.com,システム管理者ユーザー,',
      '宛先,not an address,一般,',
      `${member.username},taken@example.com,一般,`,
      'Ａ,wide@example.com,一般,',
    )
    expect(errorsOf(preview)).toEqual([
      [2, 'name: ユーザー名は変更できません'],
      [3, 'role: 自分より上の権限は設定できません'],
      [4, 'email: メールアドレスを正しく入力してください'],
      [5, 'name: 既に使用されているユーザー名またはメールアドレスです'],
      [6, expect.stringContaining('使用できません')],
    ])
    const { id } = await bring(head, '同名,one@example.com,一般,', '同名,two@example.com,一般,')
    expect(await apply(id)).toMatchObject({ state: 'draft', failure: expect.stringMatching(/^3 行目/) })
    expect(await invited()).toEqual([])
  })

  it('is refused to API keys, which cannot invite either', async () => {
    const key = await addKey(test.deps, test.own.id, test.own.admin.id)
    const headers = { apikey: `${key.accessKey}:secret` }
    const answer = await upload('users', [head], null, headers)
    expect(failureOf(answer).code).toBe('session_required')
  })
})

describe('an import of replacements', () => {
  const head = '管理番号,交換日時,旧指針,新指針,備考'
  const { bring, apply, undo } = importing('replacements', () => test.own.general)

  it('records them by 管理番号 and time, and administrators can undo it', async () => {
    const meter = await addMeter(test.deps.database, test.own.id, { code: 'X-1', meterCategoryId: 4 })
    const lines = [head, 'X-1,2026/9/1 10:00,8533.1,0.3,検定満期', 'X-1,R8.10.1 10:00,,0,']
    const { id, counts } = await bring(...lines)
    expect(counts).toMatchObject({ new: 2, error: 0 })
    expect(await apply(id)).toMatchObject({ state: 'applied', added: 2, failure: null })
    const stored = () =>
      test.deps.database.asSystem((tx) =>
        tx
          .select()
          .from(meterReplacements)
          .where(and(eq(meterReplacements.meterId, meter.id), isNull(meterReplacements.deletedAt)))
          .orderBy(meterReplacements.at),
      )
    expect(await stored()).toMatchObject([
      { at: new Date('2026-09-01T10:00+09:00'), oldEndValue: 8533.1, newStartValue: 0.3, note: '検定満期' },
      { at: new Date('2026-10-01T10:00+09:00'), oldEndValue: null, newStartValue: 0 },
    ])
    expect((await bring(...lines)).counts).toMatchObject({ unchanged: 2 })
    const other = await bring(head, 'X-1,2026/9/1 10:02,8533.1,0.4,')
    expect(other.groups).toMatchObject([{ column: 'new_start_value', problem: 'conflict' }])

    expect((await test.ask('POST', `${path}/${id}/undo`, { as: test.own.general })).status).toBe(403)
    const [first] = await stored()
    await test.ask('DELETE', `/api/v1/meter-replacements/${first?.id}`, { as: test.own.admin })
    expect((await undo(id, test.own.admin)).outcomes).toEqual({ reversed: 1, changed: 1, impossible: 0 })
    expect(await stored()).toEqual([])
  })

  it('is refused in closed months and where a value has too many digits', async () => {
    const fields = { meterCategoryId: 4, digitNumber: 3, decimalPoint: 0 }
    const meter = await addMeter(test.deps.database, test.own.id, { code: 'X-2', ...fields })
    const cycle = await addCycle(test.deps.database, test.own.id, [meter.id])
    const body = { month: '2026-10', version: 1, exceptions: [{ meter_id: meter.id, reason: '欠測' }] }
    await test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, { as: test.own.admin, body })
    const { rows } = await bring(head, 'X-2,2026/10/15 9:00,1,0,', 'X-2,2026/11/15 9:00,1234,0,')
    expect(rows.map(({ errors }) => errors.map(({ column, problem }) => [column, problem]))).toEqual([
      [['time', 'closed_month']],
      [['old_end_value', 'refused']],
    ])
  })
})
