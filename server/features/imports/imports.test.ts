// Covers docs/requirements.md: 889, 890, 891, 892, 893, 911, 1021

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportPlan } from '../../../contract/import/imports.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCostBearer, addCycle, addGroup, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { alerts as alertTable, meterChanges, meters, readings } from '../../db/schema.ts'

let test: TestApp
let groupId: number
beforeAll(async () => {
  test = await createTestApp({ work: true })
  groupId = (await addGroup(test.deps.database, test.own.id, { name: '北ポンプ室' })).id
})
afterAll(() => test.close())

type User = TestApp['own']['general']
const path = '/api/v1/imports'
const upload = async (noun: 'meters' | 'readings', lines: readonly string[], as: User = test.own.general) =>
  dataOf(
    'uploadImport',
    await test.ask('POST', `${path}?noun=${noun}&file_name=${encodeURIComponent('台帳.csv')}`, {
      as,
      bytes: Buffer.from(lines.join('\r\n')),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  )
const preview = async (id: number, query = '') =>
  dataOf('importPreview', await test.ask('GET', `${path}/${id}/preview${query}`, { as: test.own.general }))
const plan = async (id: number, change: Partial<ImportPlan>) => {
  const body = { ...(await preview(id)).plan, ...change }
  return test.ask('PUT', `${path}/${id}`, { as: test.own.general, body })
}
const batch = async (id: number) =>
  dataOf('import', await test.ask('GET', `${path}/${id}`, { as: test.own.general }))
/** Waits until the job is over. */
async function finished(id: number) {
  await expect.poll(async () => (await batch(id)).state).not.toMatch(/ing$/)
  return batch(id)
}
async function apply(id: number, leavesOut = false) {
  const body = { leaves_out_errors: leavesOut }
  dataOf('applyImport', await test.ask('POST', `${path}/${id}/apply`, { as: test.own.general, body }))
  return finished(id)
}
async function undo(id: number, as: User = test.own.general) {
  dataOf('undoImport', await test.ask('POST', `${path}/${id}/undo`, { as }))
  return finished(id)
}
const meterOf = async (code: string) => {
  const rows = await test.deps.database.asSystem((tx) =>
    tx.select().from(meters).where(eq(meters.code, code)),
  )
  return rows.find(({ organizationId }) => organizationId === test.own.id)
}
const readingsOf = (meterId: number) =>
  test.deps.database.asSystem((tx) => tx.select().from(readings).where(eq(readings.meterId, meterId)))

describe('an import of meters', () => {
  const head = '管理番号,メーター名,単位,メーター種別,メーターグループ,親メーター,倍率'

  it('is previewed without storing, applied in one batch, and undone', async () => {
    await addMeter(test.deps.database, test.own.id, { code: 'M-1', name: '受水', multiplier: 1 })
    const { id } = await upload('meters', [
      head,
      'M-1,受水,,,北ポンプ室,,40',
      'M-3,子,MPa,円形アナログ,,M-2,',
      'M-2,親,MPa,円形アナログ,北ポンプ室,,',
    ])
    const shown = await preview(id)
    expect(shown.counts).toEqual({ new: 2, changed: 1, unchanged: 0, error: 0 })
    expect(shown.rows[0]?.changes).toEqual([
      { column: 'group', before: null, after: '北ポンプ室' },
      { column: 'multiplier', before: '1', after: '40' },
    ])
    expect(shown.rows[1]?.changes).toContainEqual({ column: 'parent', before: null, after: '親' })
    expect(await meterOf('M-2')).toBeUndefined()

    expect(await apply(id)).toMatchObject({ state: 'applied', added: 2, changed: 1, failure: null })
    const [parent, child] = [await meterOf('M-2'), await meterOf('M-3')]
    expect(await meterOf('M-1')).toMatchObject({ multiplier: 40, meterGroupId: groupId })
    expect(child).toMatchObject({ name: '子', parentMeterId: parent?.id })
    const changes = await test.deps.database.asSystem((tx) =>
      tx
        .select()
        .from(meterChanges)
        .where(eq(meterChanges.meterId, child?.id ?? 0)),
    )
    expect(changes).toMatchObject([{ action: 'create', userId: test.own.general.id }])

    expect((await undo(id)).outcomes).toEqual({ reversed: 3, changed: 0, impossible: 0 })
    expect([await meterOf('M-2'), await meterOf('M-3')]).toEqual([undefined, undefined])
    expect(await meterOf('M-1')).toMatchObject({ multiplier: 1, meterGroupId: null })
    expect(failureOf(await test.ask('POST', `${path}/${id}/undo`, { as: test.own.general })).code).toBe(
      'import_refused',
    )
  })

  it('is applied at the same time as that of another person, and a meter of both is added once', async () => {
    const people = [test.own.general, test.own.admin]
    const row = (code: string) => `${code},同時,MPa,円形アナログ,,,`
    const ids = await Promise.all(
      people.map(async (as, index) => (await upload('meters', [head, row(`U-${index}`), row('U-2')], as)).id),
    )
    const body = { leaves_out_errors: false }
    await Promise.all(
      people.map((as, index) => test.ask('POST', `${path}/${ids[index]}/apply`, { as, body })),
    )
    const ended = await Promise.all(
      ids.map(async (id) => {
        const now = async () =>
          dataOf('import', await test.ask('GET', `${path}/${id}`, { as: test.own.admin }))
        await expect.poll(async () => (await now()).state).not.toMatch(/ing$/)
        return now()
      }),
    )
    expect(ended.map(({ state, failure }) => [state, failure])).toEqual([
      ['applied', null],
      ['applied', null],
    ])
    const sum = (of: 'added' | 'unchanged') => ended.reduce((total, each) => total + each[of], 0)
    expect([sum('added'), sum('unchanged')]).toEqual([3, 1])
  })

  it('takes blank cells of a column from above where a person says so', async () => {
    const { id } = await upload('meters', [
      head,
      'B-1,受水,MPa,円形アナログ,北ポンプ室,,',
      'B-2,給水,MPa,円形アナログ,,,',
      'B-3,中水,MPa,円形アナログ,同上,,',
    ])
    const shown = await preview(id)
    expect(shown.blanks).toEqual([{ column: 'group', count: 2 }])
    expect(shown.counts).toMatchObject({ new: 2, error: 1 })
    await plan(id, { repairs: { group: ['same_as_above'] } })
    const filled = await preview(id)
    expect(filled.blanks).toEqual([])
    expect(filled.rows.map(({ cells }) => cells[4])).toEqual(['北ポンプ室', '北ポンプ室', '北ポンプ室'])
    expect(await apply(id)).toMatchObject({ added: 3 })
    for (const code of ['B-1', 'B-2', 'B-3'])
      expect(await meterOf(code)).toMatchObject({ meterGroupId: groupId })
    await undo(id)
  })

  it('keeps when it is undone what was changed since and what is in use', async () => {
    await addMeter(test.deps.database, test.own.id, { code: 'K-1', name: '旧' })
    const { id } = await upload('meters', [
      head,
      'K-1,新,,,,,',
      'K-2,使用中,MPa,円形アナログ,,,',
      'K-3,変更,MPa,円形アナログ,,,',
      'K-4,締める,MPa,円形アナログ,,,',
      'K-5,不要,MPa,円形アナログ,,,',
    ])
    await apply(id)
    const ids = await Promise.all(
      ['K-1', 'K-2', 'K-3', 'K-4'].map(async (code) => (await meterOf(code))?.id ?? 0),
    )
    const [renamed = 0, used = 0, other = 0, closed = 0] = ids
    for (const meterId of [renamed, other])
      await test.ask('PUT', `/api/v1/meters/${meterId}`, { as: test.own.admin, body: { name: '手で変更' } })
    await test.ask('POST', '/api/v1/meter-value', {
      as: test.own.general,
      body: { meter_id: used, value: 0.5, created_at: '2026-11-20 09:00:00', image_base64: null },
    })
    await addCycle(test.deps.database, test.own.id, [closed])
    expect((await undo(id, test.own.admin)).outcomes).toEqual({ reversed: 1, changed: 2, impossible: 2 })
    expect((await meterOf('K-1'))?.name).toBe('手で変更')
    expect(await meterOf('K-5')).toBeUndefined()
    expect(await meterOf('K-4')).toBeDefined()
  })

  it('shows what the rules of a meter refuse, and leaves such rows out only when it is asked to', async () => {
    const { name } = await addCostBearer(test.deps.database, test.own.id, { name: '旧テナント', status: 1 })
    const { id } = await upload('meters', [
      `${head},異常範囲の下限,異常範囲の上限,負担先`,
      'R-1,範囲,MPa,円形アナログ,,,,2,1,',
      'R-2,半分,MPa,円形アナログ,,,,2,,',
      `R-3,無効,MPa,円形アナログ,,,,,,${name}`,
      'R-4,良い,MPa,円形アナログ,,,,,,',
    ])
    const shown = await preview(id, '?state=error')
    expect(shown.rows.map(({ row, errors }) => [row, errors.map(({ column }) => column)])).toEqual([
      [2, ['emergency_end_value']],
      [3, ['emergency_end_value']],
      [4, ['cost_bearer']],
    ])
    const file = await test.ask('GET', `${path}/${id}/errors`, { as: test.own.general })
    expect(file.text).toMatch(/異常範囲の上限,負担先,行,取り込めない理由/)
    expect(file.text).toMatch(/R-3,無効,.*旧テナント,4,負担先: 無効になっているため選択できません/)
    expect(await apply(id)).toMatchObject({ state: 'draft', failure: expect.stringContaining('3 行') })
    expect(await meterOf('R-4')).toBeUndefined()
    expect(await apply(id, true)).toMatchObject({ state: 'applied', added: 1, left_out: 3 })
    expect(await meterOf('R-1')).toBeUndefined()
  })

  it('is refused as a whole, with the row, by what only storing finds', async () => {
    const { id } = await upload('meters', [
      head,
      'C-0,先,MPa,円形アナログ,,,',
      'C-1,輪,MPa,円形アナログ,,C-2,',
      'C-2,輪,MPa,円形アナログ,,C-1,',
    ])
    expect(await apply(id)).toMatchObject({
      state: 'draft',
      failure: expect.stringMatching(/行目: .*親メーター/),
    })
    expect(await meterOf('C-0')).toBeUndefined()
  })

  it('remembers how the columns of a header were understood', async () => {
    const lines = ['設備,呼び名,単位,メーター種別', 'L-1,記憶,MPa,円形アナログ']
    const { id } = await upload('meters', lines)
    expect((await preview(id)).is_known).toBe(false)
    await plan(id, { header: [1], columns: ['code', 'name', 'unit', 'category'] })
    await apply(id)
    const again = await upload('meters', lines)
    expect(await preview(again.id)).toMatchObject({ is_known: true, counts: { unchanged: 1 } })
  })

  it('takes the cells, rows and columns that a person chose', async () => {
    const { id } = await upload('meters', [head, 'E-1,直す,Mpaa,円形アナログ,,,', '合計,,,,,,'])
    expect((await preview(id)).groups).toMatchObject([
      { column: 'unit', problem: 'unknown_reference', count: 1 },
    ])
    expect((await plan(id, { columns: ['code', 'code'] })).status).toBe(400)
    await plan(id, { edits: [{ row: 2, column: 2, text: 'MPa' }], kept: [3] })
    expect((await preview(id)).counts).toEqual({ new: 1, changed: 0, unchanged: 0, error: 1 })
  })
})

describe('an import of past readings', () => {
  it('adds values that raise no alert and count in usages, and is undone', async () => {
    const meter = await addMeter(test.deps.database, test.own.id, {
      code: 'P-1',
      emergencyStartValue: 100,
      emergencyEndValue: 200,
    })
    const { id } = await upload('readings', [
      '管理番号,測定日時,測定値',
      'P-1,2016/11/1 9:00,150',
      'P-1,R8.10.1 9:00,90',
      'P-1,2027/1/1 9:00,1',
    ])
    expect((await preview(id)).groups).toMatchObject([{ column: 'time', problem: 'refused', count: 1 }])
    expect(await apply(id, true)).toMatchObject({ state: 'applied', added: 2, left_out: 1 })
    const stored = await readingsOf(meter.id)
    expect(stored).toMatchObject([
      { value: 150, isAbnormal: true, source: 'import', createdAt: new Date('2016-11-01T09:00+09:00') },
      { value: 90, isAbnormal: false, source: 'import', createdByUserId: test.own.general.id },
    ])
    const alerts = () =>
      test.deps.database.asSystem((tx) => tx.$count(alertTable, eq(alertTable.meterId, meter.id)))
    expect(await alerts()).toBe(0)

    const [first] = stored
    await test.ask('PUT', `/api/v1/meter-value/${first?.id}`, { as: test.own.general, body: { value: 151 } })
    expect(await alerts()).toBe(0)
    expect((await undo(id)).outcomes).toEqual({ reversed: 1, changed: 1, impossible: 0 })
    const left = (await readingsOf(meter.id)).filter(({ deletedAt }) => deletedAt === null)
    expect(left).toMatchObject([{ value: 151 }])
  })

  it('is unchanged when it is imported again, and refuses another value for a time', async () => {
    await addMeter(test.deps.database, test.own.id, { code: 'Q-1' })
    const lines = ['管理番号,測定日時,測定値', 'Q-1,2026/10/1 9:00:30,5']
    await apply((await upload('readings', lines)).id)
    expect((await preview((await upload('readings', lines)).id)).counts).toMatchObject({ unchanged: 1 })
    const other = await upload('readings', ['管理番号,測定日時,測定値', 'Q-1,2026/10/1 9:00:30,6'])
    expect((await preview(other.id)).groups).toMatchObject([{ column: 'value', problem: 'conflict' }])
  })

  it('refuses closed months by their name', async () => {
    const meter = await addMeter(test.deps.database, test.own.id, { code: 'Z-1', meterCategoryId: 4 })
    const cycle = await addCycle(test.deps.database, test.own.id, [meter.id])
    const closed = await test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, {
      as: test.own.admin,
      body: { month: '2026-10', version: 1, exceptions: [{ meter_id: meter.id, reason: '欠測' }] },
    })
    expect(closed.status, closed.text).toBe(201)
    const { id } = await upload('readings', [
      '管理番号,測定日時,測定値',
      'Z-1,2026/10/15 9:00,5',
      'Z-1,2026/11/15 9:00,6',
    ])
    const shown = await preview(id)
    expect(shown.counts).toMatchObject({ new: 1, error: 1 })
    expect(shown.rows[0]?.errors).toMatchObject([{ problem: 'closed_month', month: '2026-10' }])
  })
})

describe('an import of readings around a closed month', () => {
  it('is refused, and not undone, where another reading would close it', async () => {
    const meter = await addMeter(test.deps.database, test.own.id, { code: 'T-1', meterCategoryId: 4 })
    const cycle = await addCycle(test.deps.database, test.own.id, [meter.id])
    const head = '管理番号,測定日時,測定値'
    const { id } = await upload('readings', [
      head,
      'T-1,2026/9/30 20:00,100',
      'T-1,2026/11/1 12:00,150',
      'T-1,2026/11/10 12:00,160',
    ])
    await apply(id)
    const closed = await test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, {
      as: test.own.admin,
      body: { month: '2026-10', version: 1, exceptions: [] },
    })
    expect(closed.status, closed.text).toBe(201)
    const times = ['9/30 18:00', '9/30 22:00', '11/1 6:00', '11/1 18:00']
    const other = await upload('readings', [head, ...times.map((time) => `T-1,2026/${time},120`)])
    const { rows } = await preview(other.id)
    expect(rows.map(({ state, errors }) => [state, errors[0]?.month])).toEqual([
      ['new', undefined],
      ['error', '2026-10'],
      ['error', '2026-10'],
      ['new', undefined],
    ])
    expect((await undo(id)).outcomes).toEqual({ reversed: 1, changed: 0, impossible: 2 })
  })
})

describe('batches', () => {
  it('are shown to whoever uploaded them and to administrators', async () => {
    const { id } = await upload('meters', ['管理番号,メーター名', 'B-1,受水'])
    const seen = async (as: User) =>
      dataOf('imports', await test.ask('GET', path, { as })).some((each) => each.id === id)
    const colleague = await test.signIn(await buildUser(test.deps.database, test.own))
    const whose = [test.own.general, colleague, test.own.admin]
    expect(await Promise.all(whose.map(seen))).toEqual([true, false, true])
    expect((await test.ask('GET', `${path}/${id}/preview`, { as: colleague })).status).toBe(404)
    expect((await test.ask('GET', `${path}/${id}`, { as: test.other.admin })).status).toBe(404)
  })

  it('of a file that cannot be read are refused with the reason', async () => {
    const answer = await test.ask('POST', `${path}?noun=meters`, {
      as: test.own.general,
      bytes: Buffer.from([0x82, 0x0a, 0x41]),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(failureOf(answer).issues).toMatchObject([
      { path: 'file', message: expect.stringContaining('行目') },
    ])
  })
})
