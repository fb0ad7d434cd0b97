// Covers docs/requirements.md: 691

import { createHash } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import {
  addCallingDevice,
  type CallingDevice,
  newPicture,
  pictureHeaders,
} from '../../../tests/support/server/device-calls.ts'
import { deviceErrors, deviceReports } from '../../db/schema.ts'

let test: TestApp
let camera: CallingDevice
beforeAll(async () => {
  test = await createTestApp()
  camera = await addCallingDevice(test, test.own)
  await addMeter(test.deps.database, test.own.id, { deviceId: camera.id })
})
afterAll(() => test.close())

const lastReport = async () => {
  const rows = await test.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(deviceReports)
      .where(eq(deviceReports.deviceId, camera.id))
      .orderBy(asc(deviceReports.id)),
  )
  const last = rows.at(-1)
  if (last === undefined) throw new Error('no report')
  return last
}
const heartbeat = (body: object) => camera.ask('POST', deviceApiEndpoints.reportHeartbeat.path, { body })

/** Header, its value, the stored column and value, and the remark; null: none. */
const headers: [
  header: string,
  given: string,
  column: 'batteryPer' | 'dbm' | 'runningTime' | 'wakeupReason',
  stored: number | null,
  remark: string | null,
][] = [
  ['battery', '100', 'batteryPer', 100, null],
  ['battery', '101', 'batteryPer', 100, '電池 101 % は 100 % として記録しました'],
  ['battery', '-1', 'batteryPer', 0, '電池 -1 % は 0 % として記録しました'],
  ['battery', '80.5', 'batteryPer', 81, '電池 80.5 % は 81 % として記録しました'],
  ['battery', '', 'batteryPer', null, '電池の値が空のため無視しました'],
  ['battery', 'full', 'batteryPer', null, '電池の値「full」は数値でないため無視しました'],
  ['battery', '200', 'batteryPer', 100, '電池 200 % は 100 % として記録しました'],
  ['battery', '201', 'batteryPer', null, '電池 201 % はありえない値のため無視しました'],
  ['dbm', '10', 'dbm', 0, '電波強度 10 dBm は 0 dBm として記録しました'],
  ['dbm', '31', 'dbm', null, '電波強度 31 dBm はありえない値のため無視しました'],
  ['dbm', '-61.5', 'dbm', -61, '電波強度 -61.5 dBm は -61 dBm として記録しました'],
  ['dbm', '-200', 'dbm', -200, null],
  ['dbm', '-1e9', 'dbm', null, '電波強度 -1e9 dBm はありえない値のため無視しました'],
  [
    'running-time',
    '4294967295',
    'runningTime',
    2_000_000_000,
    '稼働時間 4294967295 秒 は 2000000000 秒 として記録しました',
  ],
  ['wakeup-reason', '1', 'wakeupReason', 1, null],
  ['wakeup-reason', '4', 'wakeupReason', 2, '起動要因 4 は 2 として記録しました'],
  ['wakeup-reason', 'timer', 'wakeupReason', null, '起動要因の値「timer」は数値でないため無視しました'],
]

describe('a picture', () => {
  it.each(headers)('with %s: %s is accepted', async (header, given, column, stored, remark) => {
    const answer = await camera.sendPicture(await newPicture(), { [header]: given })
    expect(answer.status).toBe(201)
    expect(dataOf('reportPicture', answer).receipts).toHaveLength(1)
    expect((answer.json as { messages?: string[] }).messages).toEqual(remark === null ? undefined : [remark])
    const report = await lastReport()
    expect(report[column]).toBe(stored)
    expect(report.other).toBe(remark === null ? null : `${remark}。`)
  })

  it('with an unreadable time of sending is accepted', async () => {
    const answer = await camera.sendPicture(await newPicture(), { 'sent-at': 'x'.repeat(50) })
    expect(answer.status).toBe(201)
    expect((await lastReport()).other).toBe(
      `送信日時「${'x'.repeat(20)}…」は日時として読めないため無視しました。`,
    )
  })

  it('with an unknown header is accepted, and the history names the header', async () => {
    const answer = await camera.sendPicture(await newPicture(), { 'x-temperature': '31' })
    expect(answer.status).toBe(201)
    expect((await lastReport()).other).toBe('不明なヘッダー x-temperature は無視しました。')
  })
})

describe('the digest of a picture', () => {
  const hash = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('base64')
  const unchecked =
    'Content-Digest に「sha-256=:本文のSHA-256をBase64で:」がないため、写真が欠けずに届いたかは確認していません'

  it.each([
    ['among others', (of: Uint8Array) => `md5=:${hash('md5', of)}:, sha-256=:${hash('sha256', of)}:`],
    ['before others', (of: Uint8Array) => `sha-256=:${hash('sha256', of)}:,sha-512=:${hash('sha512', of)}:`],
    ['with parameters', (of: Uint8Array) => `sha-256=:${hash('sha256', of)}:;note=1`],
    ['in capital letters', (of: Uint8Array) => `SHA-256=:${hash('sha256', of)}:`],
    ['as SHA-512', (of: Uint8Array) => `sha-512=:${hash('sha512', of)}:`],
  ])('is compared %s', async (_how, headerOf) => {
    const bytes = await newPicture()
    const right = await camera.sendPicture(bytes, { 'content-digest': headerOf(bytes) })
    expect(right.status).toBe(201)
    expect((right.json as { messages?: string[] }).messages).toBeUndefined()
    const wrong = await camera.sendPicture(bytes, { 'content-digest': headerOf(Buffer.from('other')) })
    expect(wrong.status).toBe(422)
    expect(failureOf(wrong).issues).toEqual([
      {
        path: 'content-digest',
        message: `受信した本文（${bytes.length}バイト）は sha-256=:${hash('sha256', bytes)}: です`,
      },
    ])
  })

  it.each([
    ['of an unknown algorithm', (of: Uint8Array) => `md5=:${hash('md5', of)}:`],
    ['in hexadecimal', (of: Uint8Array) => createHash('sha256').update(of).digest('hex')],
    ['in hexadecimal between colons', (of: Uint8Array) => `sha-256=:${Buffer.from(of).toString('hex')}:`],
    ['that is empty', () => ''],
  ])(
    '%s costs no picture, and the answer and the history say that nothing was checked',
    async (_how, headerOf) => {
      const bytes = await newPicture()
      const answer = await camera.sendPicture(bytes, { 'content-digest': headerOf(bytes) })
      expect(answer.status).toBe(201)
      expect((answer.json as { messages?: string[] }).messages).toEqual([unchecked])
      expect((await lastReport()).other).toBe(`${unchecked}。`)
    },
  )
})

describe('a query that the call does not have', () => {
  const { path } = deviceApiEndpoints.reportPicture
  it.each([
    ['organization_id=999999', '不明なクエリ organization_id は無視しました'],
    ['note=100%', '不明なクエリ note は無視しました'],
    ['%ff=1', '不明なクエリ %ff は無視しました'],
  ])('such as %s is ignored, and the answer names it', async (query, remark) => {
    const bytes = await newPicture()
    const headers = pictureHeaders(bytes, test.deps.clock())
    const answer = await camera.ask('POST', `${path}?${query}`, { bytes, headers })
    expect(answer.status).toBe(201)
    expect((answer.json as { messages?: string[] }).messages).toEqual([remark])
    expect((await lastReport()).other).toBe(`${remark}。`)
  })
})

describe('a heartbeat', () => {
  it.each([
    [{ battery_per: 101 }, { batteryPer: 100 }, '電池 101 % は 100 % として記録しました。'],
    [{ battery_per: null }, { batteryPer: null }, null],
    [{ battery_per: '79' }, { batteryPer: 79 }, null],
    [{ battery_per: true }, { batteryPer: null }, '電池の値「true」は数値でないため無視しました。'],
    [{ battery_per: [80] }, { batteryPer: null }, '電池の値「[80]」は数値でないため無視しました。'],
    [{ dbm: {} }, { dbm: null }, '電波強度の値「{}」は数値でないため無視しました。'],
    [{ temperature: 31 }, { batteryPer: null }, '不明な項目 temperature は無視しました。'],
    [{ sent_at: 31 }, { clockOffsetMs: null }, '送信日時「31」は日時として読めないため無視しました。'],
    [{ logs: ['a', 'b', 1] }, { logs: 'a\nb\n1' }, null],
    [
      { logs: 'x'.repeat(20_001) },
      { logs: 'x'.repeat(20_000) },
      'ログ 20001 文字のうち最初の 20000 文字を記録しました。',
    ],
  ])('with %j keeps its error message', async (detail, stored, remark) => {
    const answer = await heartbeat({ ...detail, errors: ['lens is dirty'] })
    expect(answer.status).toBe(200)
    const report = await lastReport()
    expect(report).toMatchObject({ ...stored, other: remark })
    expect(await errorsOf(report.id)).toEqual(['lens is dirty'])
  })

  // For minutes if the pattern could split the digits in two places.
  it('with 200,000 digits that are no number is answered at once', async () => {
    expect((await heartbeat({ running_time: `${'1'.repeat(200_000)}x` })).status).toBe(200)
    expect((await lastReport()).other).toBe(
      `稼働時間の値「${'1'.repeat(20)}…」は数値でないため無視しました。`,
    )
  })

  it('with a time of sending of 900,000 letters is answered at once', { timeout: 30_000 }, async () => {
    expect((await heartbeat({ sent_at: 'T'.repeat(900_000) })).status).toBe(200)
    expect((await lastReport()).other).toBe(
      `送信日時「${'T'.repeat(20)}…」は日時として読めないため無視しました。`,
    )
  })

  it.each([
    ['20,001 log entries', Array.from({ length: 20_001 }, (_, line) => `line ${line}`)],
    ['a log with 100,000 commas', 'a,'.repeat(100_000)],
  ])('with %s keeps its error message and the beginning of the log', async (_what, logs) => {
    expect((await heartbeat({ logs, errors: ['lens is dirty'] })).status).toBe(200)
    const report = await lastReport()
    expect(report.logs).toBe([logs].flat().join('\n').slice(0, 20_000))
    expect(await errorsOf(report.id)).toEqual(['lens is dirty'])
  })

  it.each([
    ['one text', 'lens', ['lens'], null],
    [
      'a text of 1,200 characters',
      ['x'.repeat(1200)],
      ['x'.repeat(1000)],
      'エラー 1200 文字のうち最初の 1000 文字を記録しました。',
    ],
    [
      '101 texts',
      Array.from({ length: 101 }, (_, index) => `e${index}`),
      Array.from({ length: 100 }, (_, index) => `e${index}`),
      'エラー 101 件のうち最初の 100 件を記録しました。',
    ],
    ['an empty text', ['', 'lens'], ['lens'], null],
    ['a number and an object', [7, { code: 7 }], ['7', '{"code":7}'], null],
  ])('with %s as errors stores them', async (_what, errors, stored, remark) => {
    expect((await heartbeat({ errors })).status).toBe(200)
    const report = await lastReport()
    expect(report.other).toBe(remark)
    expect(await errorsOf(report.id)).toEqual(stored)
  })
})

const errorsOf = async (reportId: number) => {
  const rows = await test.deps.database.asSystem((tx) =>
    tx
      .select({ message: deviceErrors.errorMessage })
      .from(deviceErrors)
      .where(and(eq(deviceErrors.organizationId, test.own.id), eq(deviceErrors.reportId, reportId)))
      .orderBy(asc(deviceErrors.id)),
  )
  return rows.map(({ message }) => message)
}
