// Covers docs/requirements.md: 517, 518, 519, 540, 556, 557, 559, 605

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  inspector,
  online,
  photograph,
  queued,
  randomBytes,
  resetPhone,
  skipped,
} from '../tests/support/phone/phone.ts'
import type { UploadMode } from '../tests/support/phone/uploads.ts'
import { sha256Of } from './digest.ts'
import { draftTimeout, drain, receiptLifetime } from './drain.ts'
import {
  changeCapture,
  decideCapture,
  draftLock,
  readBytes,
  readCapture,
  readRow,
  saveCapture,
} from './outbox.ts'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

test('requirements 4 and 18: a queued capture arrives with its bytes, its key and hash in headers, and only then the phone lets them go', async () => {
  const { origin, record } = await online()
  const bytes = randomBytes()
  const { id, sha256 } = await saveCapture(photograph(inspector, { bytes, capturedAt: 1_790_000_000_000 }))
  await decideCapture(id, { value: 0.42, valueSource: 'corrected' })

  const now = () => 1_790_000_060_000
  expect(await drain({ origin, now })).toMatchObject({ sent: 1, left: 0, nextAt: null, paused: false })

  const { commits, received } = await record()
  expect(commits).toEqual({ [id]: 1 })
  expect(received[id]).toMatchObject({
    sha256: await sha256Of(bytes),
    length: bytes.byteLength,
    headers: {
      'content-type': 'image/jpeg',
      'picture-sha256': sha256,
      'picture-length': String(bytes.byteLength),
    },
    query: {
      meter_id: '3',
      captured_at: new Date(1_790_000_000_000).toISOString(),
      sent_at: new Date(1_790_000_060_000).toISOString(),
      value: '0.42',
      value_source: 'corrected',
    },
  })
  expect(await readCapture(id)).toMatchObject({ state: 'sent', sentAt: 1_790_000_060_000, readingId: 7 })
  expect(await readBytes(id)).toBeNull()
})

test('requirement 19: a capture goes with both clocks and by how much the phone’s was last known to be wrong', async () => {
  const { origin, record } = await online()
  const known = await queued(inspector, { capturedAt: 1_790_000_000_000, clockOffset: -600_000 })
  const unknown = await queued(inspector, { clockOffset: null })
  await drain({ origin, now: () => 1_790_000_060_000 })
  const { received } = await record()
  expect(received[known]).toMatchObject({
    headers: { 'clock-offset': '-600000' },
    query: {
      captured_at: new Date(1_790_000_000_000).toISOString(),
      sent_at: new Date(1_790_000_060_000).toISOString(),
    },
  })
  expect(received[unknown]?.headers).not.toHaveProperty('clock-offset')
})

test('requirement 18: each attempt carries the key and the hash in its headers, and the whole photograph', async () => {
  const { origin, set, record } = await online()
  const bytes = randomBytes()
  const id = await queued(inspector, { bytes })
  const whole = {
    sha256: await sha256Of(bytes),
    length: bytes.byteLength,
    headers: { 'idempotency-key': id, 'picture-sha256': await sha256Of(bytes) },
  }
  await set({ mode: 'drop' })
  await drain({ origin })
  expect((await record()).received[id]).toMatchObject(whole)
  await set({ mode: 'wrong length' })
  await drain({ origin, skipBackoff: true })
  await set({ mode: 'accept' })
  await drain({ origin, skipBackoff: true })
  const { received, attempts } = await record()
  expect(received[id]).toMatchObject(whole)
  expect(new Set(attempts)).toEqual(new Set([id]))
  expect(attempts.length).toBeGreaterThanOrEqual(3)
})

test('requirement 12: captures go one by one in the order of the shutter', async () => {
  const { origin, record } = await online()
  const ids = [await queued(inspector), await queued(inspector), await queued(inspector)]
  await drain({ origin })
  expect((await record()).attempts).toEqual(ids)
})

const wrongReceipts: [string, UploadMode, object][] = [
  ['a receipt for another key', 'wrong key', { code: 'receipt_mismatch' }],
  ['a receipt with another SHA-256', 'wrong sha256', { code: 'receipt_mismatch' }],
  ['a receipt with another length', 'wrong length', { code: 'receipt_mismatch' }],
  ['the page of a captive portal', 'captive', { code: 'foreign_answer', status: 200 }],
  ['a redirect', 'redirect', { code: 'network', status: null }],
  ['a line that breaks before the answer', 'drop', { code: 'network', status: null }],
  ['a busy server', { status: 503, code: 'unavailable' }, { code: 'unavailable', status: 503 }],
  [
    'a server without room for photographs',
    { status: 507, code: 'storage_full' },
    { code: 'storage_full', status: 507 },
  ],
  // As pages of earlier versions see 507: a code that they do not know.
  ['an unknown code with 507', { status: 507, code: 'no_room' }, { code: 'foreign_answer', status: 507 }],
  ['a word of a later server', { status: 409, code: 'still_at_it' }, { code: 'foreign_answer', status: 409 }],
  ['too many requests', { status: 429, code: 'too_many_requests' }, { code: 'too_many_requests' }],
]
test.each(wrongReceipts)(
  'requirement 16: %s is no receipt: bytes stay and are sent again',
  async (_, mode, lastError) => {
    const { origin, set, record } = await online()
    const id = await queued(inspector)
    await set({ mode })
    await drain({ origin })
    expect(await readCapture(id)).toMatchObject({ state: 'queued', lastError })
    expect(await readBytes(id)).not.toBeNull()

    await set({ mode: 'accept' })
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 1, left: 0 })
    expect((await record()).received[id]?.length).toBe(20_000)
  },
)

test('a failed row pauses, so a timer does not hammer, but a person or the network returning can hurry it', async () => {
  const { origin, set, record } = await online()
  const id = await queued(inspector)
  await set({ mode: 'cut' })
  let time = 1_790_000_000_000
  const now = () => time
  const { nextAt } = (await drain({ origin, now })) ?? {}
  expect(nextAt).toBeGreaterThan(time)
  expect(nextAt).toBeLessThanOrEqual(time + 1000)

  await set({ mode: 'accept' })
  const before = (await record()).attempts.length
  await drain({ origin, now })
  expect((await record()).attempts.length).toBe(before)
  time += 1000
  await drain({ origin, now })
  expect(await readCapture(id)).toMatchObject({ state: 'sent' })
})

test('a clock that is set back does not lengthen the pause', async () => {
  const { origin, set } = await online()
  await queued(inspector)
  await set({ mode: { status: 503, code: 'unavailable', headers: { 'retry-after': '90' } } })
  const time = 1_790_000_000_000
  await drain({ origin, now: () => time })
  expect(await drain({ origin, now: () => time + 1 })).toMatchObject({ nextAt: time + 90_000 })
  const day = 86_400_000
  await set({ mode: 'accept' })
  expect(await drain({ origin, now: () => time - day })).toMatchObject({ sent: 1, left: 0 })
})

test('requirement 16: Retry-After lengthens the pause', async () => {
  const { origin, set } = await online()
  const id = await queued(inspector)
  await set({ mode: { status: 503, code: 'unavailable', headers: { 'retry-after': '90' } } })
  await drain({ origin, now: () => 1_790_000_000_000 })
  expect((await readCapture(id))?.nextAttemptAt).toBe(1_790_000_090_000)
})

test('requirement 16: Retry-After of a portal is not obeyed: our server is not behind it', async () => {
  const { origin, set } = await online()
  const id = await queued(inspector)
  await set({ mode: { status: 503, code: 'portal', headers: { 'retry-after': '3600' } } })
  await drain({ origin, now: () => 1_790_000_000_000 })
  expect(await readCapture(id)).toMatchObject({ state: 'queued', lastError: { code: 'foreign_answer' } })
  expect((await readCapture(id))?.nextAttemptAt).toBeLessThanOrEqual(1_790_000_001_000)
})

const refusals = [
  { status: 422, code: 'picture_mismatch' },
  { status: 422, code: 'key_reused' },
  { status: 415, code: 'picture_unsupported' },
  { status: 413, code: 'payload_too_large' },
  { status: 400, code: 'reference_unknown' },
]
test.each(refusals)(
  'requirement 16: $status $code keeps the row and its bytes for the person, and is not repeated',
  async (mode) => {
    const { origin, set, record } = await online()
    const id = await queued(inspector)
    await set({ mode })
    await drain({ origin })
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 0, left: 0 })
    expect(await readCapture(id)).toMatchObject({
      state: 'rejected',
      lastError: { ...mode, messages: [`${mode.code}です。`] },
    })
    expect(await readBytes(id)).not.toBeNull()
    expect((await record()).attempts).toEqual([id])
  },
)

test('a photograph that is too large to be sent is kept, and the one behind it goes out', async () => {
  const { origin, record } = await online()
  const large = await queued(inspector, { bytes: new ArrayBuffer(20_000_001) })
  const next = await queued(inspector)
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  expect(await readCapture(large)).toMatchObject({
    state: 'rejected',
    lastError: { code: 'payload_too_large' },
  })
  expect(await readBytes(large)).not.toBeNull()
  expect((await record()).attempts).toEqual([next])
})

test('requirement 5: a bad row does not hold up the rows behind it', async () => {
  const { origin, set } = await online()
  const [bad, broken, good] = [await queued(inspector), await queued(inspector), await queued(inspector)]
  await set({ modes: { [bad]: { status: 422, code: 'picture_mismatch' }, [broken]: 'cut' } })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 1 })
  expect(await readCapture(good)).toMatchObject({ state: 'sent' })
  expect(await readCapture(broken)).toMatchObject({ state: 'queued' })
})

test('without a network two attempts are enough to know, and the rest waits', async () => {
  const { origin, set, record } = await online()
  const ids = [await queued(inspector), await queued(inspector), await queued(inspector)]
  await set({ mode: 'cut' })
  const time = 1_790_000_000_000
  // Nothing else may tell the sender to go on: the browser thinks it is online.
  expect(await drain({ origin, now: () => time })).toMatchObject({
    sent: 0,
    left: 3,
    nextAt: time,
    paused: true,
  })
  expect(new Set((await record()).attempts)).toEqual(new Set(ids.slice(0, 2)))
  await set({ mode: 'accept' })
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 3, left: 0 })
})

test('a failing server is not sent the whole outbox, and what it was not sent goes first when it is back', async () => {
  const { origin, set, record } = await online()
  const ids = [await queued(inspector), await queued(inspector), await queued(inspector)]
  const [first = '', second = '', third = ''] = ids
  const busy = { status: 503, code: 'unavailable' }
  await set({ mode: busy })
  const now = () => 1_790_000_000_000
  expect(await drain({ origin, now })).toMatchObject({ sent: 0, left: 3, paused: true })
  expect((await record()).attempts).toEqual([first, second])

  await set({ mode: 'accept', modes: { [first]: busy, [second]: busy } })
  expect(await drain({ origin, now, skipBackoff: true })).toMatchObject({ sent: 1, left: 2, paused: true })
  expect((await record()).attempts).toEqual([first, second, third, first, second])
})

test('while the server has no room for photographs, one is tried, and rows without one are sent', async () => {
  const { origin, set, record } = await online()
  const [first, second] = [await queued(inspector), await queued(inspector)]
  const { id: skip } = await skipped(inspector)
  const full = { status: 507, code: 'storage_full', headers: { 'retry-after': '300' } }
  await set({ mode: 'accept', modes: { [first]: full, [second]: full } })
  const time = 1_790_000_000_000
  expect(await drain({ origin, now: () => time })).toMatchObject({ sent: 1, left: 2, paused: true })
  expect((await record()).attempts).toEqual([first, skip])
  expect(await readCapture(first)).toMatchObject({ state: 'queued', nextAttemptAt: time + 300_000 })

  await set({ mode: 'accept', modes: {} })
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 2, left: 0 })
})

test('stored bytes that cannot be read do not hold up the rows behind, and are tried again', async () => {
  const { origin } = await online()
  const unreadable = await queued(inspector)
  const next = await queued(inspector)
  const get = IDBObjectStore.prototype.get
  IDBObjectStore.prototype.get = function (key) {
    if (this.name === 'bytes' && key === unreadable) throw new DOMException('lost', 'UnknownError')
    return get.call(this, key)
  }
  try {
    expect(await drain({ origin })).toMatchObject({ sent: 1, left: 1 })
  } finally {
    IDBObjectStore.prototype.get = get
  }
  expect(await readCapture(next)).toMatchObject({ state: 'sent' })
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 1, left: 0 })
})

test('stored bytes that are no longer what was photographed are not sent', async () => {
  const { origin, record } = await online()
  const id = await queued(inspector)
  await changeCapture(id, (row) => row, randomBytes())
  await drain({ origin })
  expect(await readCapture(id)).toMatchObject({ state: 'quarantined', lastError: { code: 'bytes_damaged' } })
  expect((await record()).attempts).toEqual([])
})

test.each([
  ['a photograph', () => queued(inspector)],
  ['a skip', async () => (await skipped(inspector)).id],
])('requirement 13: sending %s to a server that never answers ends by itself', async (_, made) => {
  const { origin, set } = await online()
  const id = await made()
  await set({ mode: 'gate' })
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300))
  await drain({ origin })
  expect(asked).toHaveBeenCalledOnce()
  expect(await readRow(id)).toMatchObject({ state: 'queued', lastError: { code: 'timeout' } })
  await set({ mode: 'accept' })
})

test('requirement 12: two drains at once send each row once', async () => {
  const { origin, set, record } = await online()
  const ids = [await queued(inspector), await queued(inspector)]
  await set({ mode: 'gate' })
  const page = drain({ origin })
  const worker = drain({ origin, wait: AbortSignal.timeout(10_000) })
  await expect.poll(async () => (await record()).gated).toBe(1)
  expect(await drain({ origin })).toBeNull()

  await set({ mode: 'accept' })
  expect(await page).toMatchObject({ sent: 2 })
  expect(await worker).toMatchObject({ sent: 0, left: 0 })
  expect((await record()).attempts).toEqual(ids)
})

/** The page or worker was killed during the attempt, as in `earlier` attempts in a row. */
const interrupted = (id: string, earlier: number) =>
  changeCapture(id, (row) => ({ ...row, state: 'sending', attempts: earlier + 1, interruptions: earlier }))

test('requirement 4: a row whose sender was killed is sent again at once, in its order', async () => {
  const { origin, record } = await online()
  const ids = [await queued(inspector), await queued(inspector)]
  await interrupted(ids[0] ?? '', 0)
  expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  expect((await record()).attempts).toEqual(ids)
})

test('requirement 5: a row that ends its sender again and again waits, and behind the others', async () => {
  const { origin, record } = await online()
  const [bad, first, second] = [await queued(inspector), await queued(inspector), await queued(inspector)]
  let time = 1_790_000_000_000
  const now = () => time
  await interrupted(bad, 1)
  expect(await drain({ origin, now })).toMatchObject({ sent: 2, left: 1, paused: true })
  expect((await record()).attempts).toEqual([first, second])
  expect(await readCapture(bad)).toMatchObject({ state: 'queued', lastError: { code: 'interrupted' } })

  const third = await queued(inspector)
  time += 1000
  expect(await drain({ origin, now })).toMatchObject({ sent: 2, left: 0 })
  expect((await record()).attempts).toEqual([first, second, third, bad])
})

test('requirement 5: nor is such a row first when the line returns', async () => {
  const { origin, record } = await online()
  const [bad, failed] = [await queued(inspector), await queued(inspector)]
  await interrupted(bad, 1)
  await changeCapture(failed, (row) => ({ ...row, attempts: 9, nextAttemptAt: 9e15 }))
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 2, left: 0 })
  expect((await record()).attempts).toEqual([failed, bad])
})

test.each([
  ['taken now', { capturedAt: 1_790_000_000_000 }],
  ['taken the day before', { capturedAt: 1_789_900_000_000, savedAt: 1_790_000_000_000 }],
])('a draft %s waits for its value, whether or not its screen is open', async (_, times) => {
  const { origin, record } = await online()
  const { id } = await saveCapture(photograph(inspector, times))
  const now = () => 1_790_000_000_000 + draftTimeout - 1
  const waiting = { sent: 0, unsent: 1, left: 0, nextAt: 1_790_000_000_000 + draftTimeout, paused: false }
  await navigator.locks.request(draftLock(id), async () => {
    expect(await drain({ origin, now })).toMatchObject(waiting)
  })
  expect(await drain({ origin, now, skipBackoff: true })).toMatchObject(waiting)
  expect((await record()).attempts).toEqual([])
})

test('a draft that nobody decides about for twelve hours is sent without a value', async () => {
  const { origin, record } = await online()
  const { id } = await saveCapture(photograph(inspector, { capturedAt: 1_790_000_000_000 }))
  await navigator.locks.request(draftLock(id), async () => {
    await drain({ origin, now: () => 1_790_000_000_000 + 12 * 3_600_000 })
  })
  expect(await readCapture(id)).toMatchObject({ state: 'sent' })
  expect((await record()).received[id]?.query).not.toHaveProperty('value')
})

test('requirement 4: a receipt is kept for a day', async () => {
  const { origin } = await online()
  const id = await queued(inspector)
  const sentAt = 1_790_000_000_000
  await drain({ origin, now: () => sentAt })
  await drain({ origin, now: () => sentAt + receiptLifetime })
  expect(await readCapture(id)).toMatchObject({ state: 'sent' })
  await drain({ origin, now: () => sentAt + receiptLifetime + 1 })
  expect(await readCapture(id)).toBeNull()
})

/** A disk that takes nothing more: what is there can be read and deleted. */
const fullDisk = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })

test('on a disk without any room all that waits is sent, and leaves the device with its receipt', async () => {
  const { origin, record } = await online()
  const left = await queued(inspector)
  await changeCapture(left, (row) => ({ ...row, state: 'sending', attempts: 1 }))
  const { id: draft } = await saveCapture(photograph(inspector, { capturedAt: Date.now() - draftTimeout }))
  const last = await queued(inspector)
  const full = fullDisk()
  expect(await drain({ origin })).toMatchObject({ sent: 3, left: 0 })
  full.mockRestore()
  expect((await record()).commits).toEqual({ [left]: 1, [draft]: 1, [last]: 1 })
  for (const id of [left, draft, last]) expect([await readBytes(id), await readRow(id)]).toEqual([null, null])
})

test('where only the mark found no room, the receipt is kept and the attempt counted', async () => {
  const { origin, set } = await online()
  const id = await queued(inspector)
  await set({ mode: 'drop' })
  const { put } = IDBObjectStore.prototype
  let room = false
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (room) return put.call(this, value, key)
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  const sending = vi.spyOn(globalThis, 'fetch')
  sending.mockImplementationOnce((...call) => {
    room = true
    sending.mockRestore()
    return fetch(...call)
  })
  await drain({ origin })
  // The server may have it: another photograph does not replace it.
  expect(await readRow(id)).toMatchObject({ state: 'queued', attempts: 1, lastError: { code: 'network' } })
  full.mockRestore()
  await set({ mode: 'accept' })
  await drain({ origin, skipBackoff: true })
  expect(await readRow(id)).toMatchObject({ state: 'sent' })
})

test('on a disk without any room a failure is not written, and what waits is said to wait after one', async () => {
  const { origin, set, record } = await online()
  const id = await queued(inspector)
  await set({ mode: 'drop' })
  const full = fullDisk()
  expect(await drain({ origin })).toMatchObject({ sent: 0, left: 1, paused: true })
  full.mockRestore()
  expect(new Set((await record()).attempts)).toEqual(new Set([id]))
  expect(await readBytes(id)).not.toBeNull()
  await set({ mode: 'accept' })
  expect(await drain({ origin })).toMatchObject({ sent: 1 })
})
