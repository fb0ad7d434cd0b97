// Covers docs/requirements.md: 954, 955, 956

import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../../contract/access.ts'
import { deviceType } from '../../../../contract/devices.ts'
import type { Import } from '../../../../contract/import/imports.ts'
import { buildUser, signIn, type TestUser } from '../../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/server/app.ts'
import { addDevice } from '../../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../../tests/support/server/data.ts'
import { auditEntries, devices, memberships } from '../../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ work: true })
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = test.own.admin) =>
  test.ask(method, `/api/v1/${path}`, { as, ...(body && { body }) })
async function finished({ id }: Pick<Import, 'id'>) {
  const batch = async () => dataOf('import', await ask('GET', `imports/${id}`))
  await expect.poll(async () => (await batch()).state).not.toMatch(/ing$/)
  return batch()
}
async function apply(batch: Pick<Import, 'id'>) {
  await ask('POST', `imports/${batch.id}/apply`, { leaves_out_errors: true })
  return finished(batch)
}
async function undo(batch: Pick<Import, 'id'>) {
  dataOf('undoImport', await ask('POST', `imports/${batch.id}/undo`))
  return finished(batch)
}
const system = <T>(
  work: (tx: Parameters<Parameters<TestApp['deps']['database']['asSystem']>[0]>[0]) => Promise<T>,
) => test.deps.database.asSystem(work)

describe('a bulk change of devices', () => {
  const bulk = (ids: readonly number[], change: object, as = test.own.admin) =>
    ask('POST', 'devices/bulk', { ids, change }, as)
  const stored = (ids: readonly number[]) =>
    system((tx) =>
      tx
        .select()
        .from(devices)
        .where(inArray(devices.id, [...ids]))
        .orderBy(asc(devices.id)),
    )
  const addCamera = (name: string, given: Parameters<typeof addDevice>[2] = {}) =>
    addDevice(test.deps.database, test.own.id, {
      name,
      type: deviceType.wifiCamera,
      intervalCrons: '0 15 * * *',
      ...given,
    })

  it('sets the schedule of cameras, is in their history, and is undone except where it was changed since', async () => {
    const cameras = [await addCamera('入口'), await addCamera('機械室'), await addCamera('屋上')]
    const same = await addCamera('倉庫', { intervalCrons: '0 9,21 * * *' })
    const ids = [...cameras, same].map(({ id }) => id)
    const { batch, counts, rows } = dataOf('bulkDevices', await bulk(ids, { interval_crons: '0 9,21 * * *' }))
    expect(counts).toEqual({ changed: 3, unchanged: 1, refused: 0 })
    expect(rows[0]).toMatchObject({
      name: '入口',
      changes: [{ field: 'interval_crons', before: '0 15 * * *', after: '0 9,21 * * *' }],
    })
    expect((await stored(ids))[0]?.intervalCrons).toBe('0 15 * * *')
    expect(await apply(batch)).toMatchObject({ noun: 'devices', changed: 3, unchanged: 1 })
    expect((await stored(ids)).map(({ intervalCrons }) => intervalCrons)).toEqual(
      Array(4).fill('0 9,21 * * *'),
    )
    const logged = await system((tx) =>
      tx.select().from(auditEntries).where(inArray(auditEntries.subjectId, ids)),
    )
    expect(logged.filter(({ noun, action }) => noun === 'device' && action === 'update')).toHaveLength(3)

    await ask('PUT', `device/${ids[1]}`, { interval_crons: '0 6 * * *' })
    expect((await undo(batch)).outcomes).toEqual({ reversed: 2, changed: 1, impossible: 0 })
    expect((await stored(ids)).map(({ intervalCrons }) => intervalCrons)).toEqual([
      '0 15 * * *',
      '0 6 * * *',
      '0 15 * * *',
      '0 9,21 * * *',
    ])
  })

  it('is refused for each device that its own call refuses', async () => {
    const camera = await addCamera('カメラ')
    const router = await addCamera('ルーター', { type: deviceType.wifiRouter, intervalCrons: null })
    const analog = await addCamera('アナログ', {
      type: deviceType.analogInput,
      intervalCrons: '*/10 * * * *',
    })
    const deleted = await addCamera('削除済み', { deletedAt: new Date() })
    const foreign = await addDevice(test.deps.database, test.other.id, { name: '他社のカメラ' })
    const ids = [camera, router, analog, deleted, foreign].map(({ id }) => id)
    const answer = await bulk(ids, { interval_crons: '0 6 * * *' })
    expect(answer.text).not.toContain('他社')
    const { batch, counts, refusals } = dataOf('bulkDevices', answer)
    expect(counts).toEqual({ changed: 1, unchanged: 0, refused: 4 })
    expect(refusals).toEqual([
      { message: 'この種類の端末には測定設定がありません', count: 1, names: ['ルーター'] },
      { message: expect.stringContaining('測定間隔は'), count: 1, names: ['アナログ'] },
      { message: expect.stringContaining('見つかりません'), count: 2, names: [] },
    ])
    expect(await apply(batch)).toMatchObject({ changed: 1, left_out: 4 })
    // Trial mode is for system administrators.
    const trial = dataOf('bulkDevices', await bulk([camera.id], { interval_crons: '*/10 * * * *' }))
    expect(trial.counts.refused).toBe(1)
    for (const wrong of [{ interval_crons: '0 6 * * *', name: '同じ名前' }, { heartbeat_time: 60 }, {}])
      expect(failureOf(await bulk([camera.id], wrong)).code).toBe('validation_failed')
  })

  it('is for administrators, also the undoing', async () => {
    const camera = await addCamera('カメラ')
    expect((await bulk([camera.id], { is_flash: true }, test.own.general)).status).toBe(403)
    const { batch } = dataOf('bulkDevices', await bulk([camera.id], { is_flash: !camera.isFlash }))
    await apply(batch)
    expect((await ask('POST', `imports/${batch.id}/undo`, {}, test.other.admin)).status).toBe(404)
    await system((tx) =>
      tx.update(memberships).set({ role: role.general }).where(eq(memberships.userId, test.own.admin.id)),
    )
    const refused = await ask('POST', `imports/${batch.id}/undo`)
    await system((tx) =>
      tx.update(memberships).set({ role: role.admin }).where(eq(memberships.userId, test.own.admin.id)),
    )
    expect(refused.status).toBe(403)
  })
})

describe('a bulk change of users', () => {
  const bulk = (ids: readonly number[], change: object, as = test.own.admin) =>
    ask('POST', 'users/bulk', { ids, change }, as)
  const stored = (ids: readonly number[]) =>
    system((tx) =>
      tx
        .select()
        .from(memberships)
        .where(inArray(memberships.userId, [...ids]))
        .orderBy(asc(memberships.userId)),
    )
  const addUser = () => buildUser(test.deps.database, test.own)
  const addUsers = async (count: number) => {
    const people: TestUser[] = []
    for (let n = 0; n < count; n++) people.push(await addUser())
    return people.map(({ id }) => id)
  }

  it('sets notices and addresses, and is undone except where they were changed since', async () => {
    const ids = await addUsers(3)
    const change = { is_alert_mail: true, white_ips: '192.0.2.1,192.0.2.2' }
    const { batch, counts, rows } = dataOf('bulkUsers', await bulk(ids, change))
    expect(counts).toEqual({ changed: 3, unchanged: 0, refused: 0 })
    expect(rows[0]?.changes).toEqual([
      { field: 'is_alert_mail', before: 'false', after: 'true' },
      { field: 'white_ips', before: null, after: '192.0.2.1,192.0.2.2' },
    ])
    expect(await apply(batch)).toMatchObject({ noun: 'users', changed: 3 })
    expect(await stored(ids)).toMatchObject(
      ids.map(() => ({ isAlertMail: true, whiteIps: ['192.0.2.1', '192.0.2.2'] })),
    )
    const path = `user/${ids[2]}/organization/${test.own.id}`
    expect((await ask('PUT', path, { white_ips: null })).status).toBe(200)
    expect((await undo(batch)).outcomes).toEqual({ reversed: 2, changed: 1, impossible: 0 })
    expect((await stored(ids)).map(({ isAlertMail, whiteIps }) => [isAlertMail, whiteIps])).toEqual([
      [false, null],
      [false, null],
      [true, null],
    ])
  })

  it('never changes oneself, a role above one’s own, a password, or people of others', async () => {
    const [id = 0] = await addUsers(1)
    const own = dataOf('bulkUsers', await bulk([test.own.admin.id, id], { is_alert_mail: true }))
    expect(own.counts).toEqual({ changed: 1, unchanged: 0, refused: 1 })
    expect(own.refusals).toMatchObject([{ message: '自分自身はまとめて変更できません' }])
    const above = dataOf('bulkUsers', await bulk([id], { role: role.system }))
    expect(above.refusals).toMatchObject([{ message: '自分より上の権限は設定できません' }])
    const foreign = await bulk([test.other.general.id, test.own.system.id], { is_alert_mail: true })
    expect(foreign.text).not.toContain(test.other.general.username)
    expect(dataOf('bulkUsers', foreign).counts.refused).toBe(2)
    expect(failureOf(await bulk([id], { password: 'secret-secret' })).code).toBe('validation_failed')
    expect((await bulk([id], { is_alert_mail: true }, test.own.general)).status).toBe(403)
  })

  it('keeps the last administrator, and undoing never changes oneself', async () => {
    const person = await addUser()
    const ids = [person.id, test.own.admin.id]
    const promoted = dataOf('bulkUsers', await bulk([person.id], { role: role.admin }))
    expect(promoted.rows[0]?.changes).toEqual([{ field: 'role', before: '0', after: '1' }])
    await apply(promoted.batch)
    const rolesOf = async () => (await stored(ids)).map(({ role: of }) => of)
    expect(await rolesOf()).toEqual([role.admin, role.admin])

    // The one who was promoted undoes it: their own role stays.
    const as = await signIn(test.deps.database, test.deps.secrets, person, new Date())
    dataOf('undoImport', await ask('POST', `imports/${promoted.batch.id}/undo`, undefined, as))
    expect((await finished(promoted.batch)).outcomes).toEqual({ reversed: 0, changed: 0, impossible: 1 })

    const last = dataOf('bulkUsers', await bulk(ids, { role: role.general }))
    expect(last.counts).toEqual({ changed: 1, unchanged: 0, refused: 1 })
    await apply(last.batch)
    expect((await rolesOf()).toSorted()).toEqual([role.general, role.admin])
  })
})
