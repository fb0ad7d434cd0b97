// Covers docs/requirements.md: 502, 506, 604

import { beforeEach, expect, test } from 'vitest'
import { inspector, online, queued, resetPhone, skipped } from '../tests/support/phone/phone.ts'
import type { UploadMode } from '../tests/support/phone/uploads.ts'
import { drain } from './drain.ts'
import { changeRow, countUnsent, listRows, readRow } from './outbox.ts'
import type { Row } from './rows.ts'
import { saveSkip, takeBackSkip } from './skips.ts'

beforeEach(resetPhone)

test('requirement 2: a skip is on the medium before it counts as saved', async () => {
  const durabilities: (string | undefined)[] = []
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    durabilities.push(options?.durability)
    return original.call(this, stores, mode, options)
  }
  try {
    await skipped(inspector)
  } finally {
    IDBDatabase.prototype.transaction = original
  }
  expect(durabilities).toEqual(['strict'])
})

test('requirement 12: photographs and skips go out in the order in which they were made, and count together', async () => {
  const { origin, record } = await online()
  const first = await queued(inspector)
  const { id: second } = await skipped(inspector, { skippedAt: 1_790_000_000_000 })
  const third = await queued(inspector)
  expect(await countUnsent(inspector.userId)).toBe(3)
  expect((await listRows(inspector.userId)).map(({ id }) => id)).toEqual([third, second, first])

  expect(await drain({ origin })).toMatchObject({ sent: 3, left: 0, nextAt: null })
  expect((await record()).attempts).toEqual([first, second, third])
})

test('a skip arrives with its reason, note and both times, and is sent once its receipt names it', async () => {
  const { origin, record } = await online()
  const { id } = await skipped(inspector, {
    reason: 'other',
    note: '工事中',
    skippedAt: 1_790_000_000_000,
    clockOffset: 120,
  })
  await drain({ origin, now: () => 1_790_000_060_000 })
  expect((await record()).received[id]).toMatchObject({
    headers: { 'idempotency-key': id, 'content-type': 'application/json', 'clock-offset': '120' },
    body: {
      meter_id: 4,
      reason: 'other',
      note: '工事中',
      skipped_at: new Date(1_790_000_000_000).toISOString(),
      sent_at: new Date(1_790_000_060_000).toISOString(),
    },
  })
  expect(await readRow(id)).toMatchObject({ kind: 'skip', state: 'sent', sentAt: 1_790_000_060_000 })
})

const doubtful: [string, UploadMode, object][] = [
  ['for another key', 'wrong key', { code: 'receipt_mismatch' }],
  ['for another meter', 'wrong meter', { code: 'receipt_mismatch' }],
  ['from a captive portal', 'captive', { code: 'foreign_answer' }],
  ['of a server that does not know skips yet', { status: 404, code: 'not_found' }, { code: 'not_found' }],
]
test.each(doubtful)('requirement 16: an answer %s is no receipt of a skip', async (_, mode, lastError) => {
  const { origin, set } = await online()
  const { id } = await skipped(inspector)
  await set({ mode })
  await drain({ origin })
  expect(await readRow(id)).toMatchObject({ state: 'queued', lastError })
  await set({ mode: 'accept' })
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 1, left: 0 })
})

test('requirement 5: a skip that the server refuses is kept, and what is behind it goes out', async () => {
  const { origin, set } = await online()
  const { id } = await skipped(inspector)
  const next = await queued(inspector)
  await set({ modes: { [id]: { status: 400, code: 'reference_unknown' } } })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  expect(await readRow(id)).toMatchObject({ state: 'rejected' })
  expect(await readRow(next)).toMatchObject({ state: 'sent' })
})

test('a skip that was stored twice is one, also when it was sent in between', async () => {
  const { origin, record } = await online()
  const row = await skipped(inspector)
  await drain({ origin })
  const again = await saveSkip({ ...row, ...inspector })
  expect(again).toMatchObject({ id: row.id, seq: row.seq, state: 'sent' })
  await drain({ origin })
  expect((await record()).attempts).toEqual([row.id])
})

const known = { ...inspector, organizationName: '検針テスト', meterId: 4, meterName: 'No.4 排水流量' }
const withdrawals = async (): Promise<Row[]> =>
  (await listRows(inspector.userId)).filter(({ kind }) => kind === 'withdrawal')

test('a skip is removed before its first attempt, and next to a sender either removed or withdrawn', async () => {
  const { origin, record } = await online()
  const { id: early } = await skipped(inspector)
  expect(await takeBackSkip(early, known)).toBe('removed')
  expect(await listRows(inspector.userId)).toEqual([])

  const { id } = await skipped(inspector)
  const [, how] = await Promise.all([drain({ origin }), takeBackSkip(id, known)])
  await drain({ origin })
  const { attempts, received } = await record()
  expect(attempts).toHaveLength(how === 'removed' ? 0 : 2)
  expect(received[id]?.body).toEqual(
    how === 'removed' ? undefined : expect.objectContaining({ is_withdrawn: true }),
  )
  expect(await readRow(id)).toBeNull()
})

test('a skip whose attempt got no answer is withdrawn with what it says, whether or not it has arrived', async () => {
  const { origin, record } = await online()
  const { id } = await skipped(inspector, { reason: 'other', note: '工事中', clockOffset: 120 })
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  expect(await takeBackSkip(id, known)).toBe('withdrawn')
  // A second press adds nothing.
  expect(await takeBackSkip(id, known)).toBe('withdrawn')
  expect(await readRow(id)).toBeNull()
  expect(await countUnsent(inspector.userId)).toBe(1)

  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  const { attempts, received } = await record()
  expect(attempts).toEqual([id])
  expect(received[id]).toMatchObject({
    headers: { 'idempotency-key': id, 'clock-offset': '120' },
    body: { meter_id: 4, reason: 'other', note: '工事中', is_withdrawn: true },
  })
  expect(await withdrawals()).toMatchObject([{ state: 'sent', targetId: id }])
})

test('a skip that the server has refused is removed without a withdrawal', async () => {
  const { origin, set } = await online()
  const { id } = await skipped(inspector)
  await set({ mode: { status: 400, code: 'reference_unknown' } })
  await drain({ origin })
  expect(await takeBackSkip(id, known)).toBe('removed')
  expect(await listRows(inspector.userId)).toEqual([])
})

test('a withdrawal survives a lost answer and is sent again under the key of the skip', async () => {
  const { origin, set, record } = await online()
  const { id } = await skipped(inspector)
  await drain({ origin })
  await set({ mode: 'drop' })
  expect(await takeBackSkip(id, known)).toBe('withdrawn')
  await drain({ origin })
  expect(await withdrawals()).toMatchObject([{ state: 'queued', lastError: { code: 'network' } }])
  await set({ mode: 'accept' })
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 1, left: 0 })
  expect((await record()).received[id]?.body).toMatchObject({ is_withdrawn: true })
})

test('a skip that only the server has is withdrawn by its key', async () => {
  const { origin, record } = await online()
  const key = crypto.randomUUID()
  expect(await takeBackSkip(key, known)).toBe('withdrawn')
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  expect((await record()).withdrawn).toEqual([key])
})

test('a withdrawal is done where the server knows neither the skip nor its meter', async () => {
  const { origin, set } = await online()
  const { id } = await skipped(inspector)
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  await takeBackSkip(id, known)
  await set({ mode: { status: 400, code: 'reference_unknown' } })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
})

test('a skip that was taken back while it was being sent does not come back, and is withdrawn', async () => {
  const { origin, set, record } = await online()
  const { id } = await skipped(inspector)
  await set({ mode: 'gate' })
  const drained = drain({ origin })
  await expect.poll(async () => (await record()).gated).toBe(1)
  expect(await takeBackSkip(id, known)).toBe('withdrawn')
  await set({ mode: 'accept' })
  await drained
  await drain({ origin })
  expect(await readRow(id)).toBeNull()
  expect((await record()).received[id]?.body).toMatchObject({ is_withdrawn: true })
})
