// Covers docs/requirements.md: 292, 663

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { colleague, inspector, photograph, randomBytes, resetPhone } from '../tests/support/phone/phone.ts'
import { withDatabase } from './database.ts'
import { sha256Of } from './digest.ts'
import {
  changeCapture,
  countUnsent,
  decideCapture,
  listCaptures,
  readBytes,
  readCapture,
  replaceBytes,
  saveCapture,
  watchOutbox,
} from './outbox.ts'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

test('requirement 1: a saved photograph is stored as an ArrayBuffer with its length and SHA-256, and nothing else binary', async () => {
  const bytes = randomBytes()
  const { id } = await saveCapture(photograph(inspector, { bytes, capturedAt: 1_790_000_000_000 }))

  const [stored, row] = await withDatabase((database) =>
    Promise.all([database.get('bytes', id), database.get('captures', id)]),
  )
  expect(stored).toBeInstanceOf(ArrayBuffer)
  expect(new Uint8Array(stored ?? new ArrayBuffer())).toEqual(new Uint8Array(bytes))
  expect(row).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    userId: inspector.userId,
    organizationId: inspector.organizationId,
    seq: 1,
    state: 'draft',
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    capturedAt: 1_790_000_000_000,
    tzOffset: -new Date(1_790_000_000_000).getTimezoneOffset(),
    mime: 'image/jpeg',
    byteLength: bytes.byteLength,
    sha256: await sha256Of(bytes),
  })
  for (const value of Object.values(row ?? {})) {
    expect(value === null || ['string', 'number'].includes(typeof value)).toBe(true)
  }
})

test('requirement 2: saving asks the browser to reach the medium before it reports success', async () => {
  const durabilities: (string | undefined)[] = []
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    durabilities.push(options?.durability)
    return original.call(this, stores, mode, options)
  }
  try {
    await saveCapture(photograph(inspector))
  } finally {
    IDBDatabase.prototype.transaction = original
  }
  expect(durabilities).toEqual(['strict'])
})

test('photographs are numbered in the order of the shutter and listed newest first to their owner only', async () => {
  const first = await saveCapture(photograph(inspector))
  const foreign = await saveCapture(photograph(colleague))
  const second = await saveCapture(photograph(inspector))

  expect([first.seq, foreign.seq, second.seq]).toEqual([1, 2, 3])
  expect((await listCaptures(inspector.userId)).map((row) => row.id)).toEqual([second.id, first.id])
  expect((await listCaptures(colleague.userId)).map((row) => row.id)).toEqual([foreign.id])
})

test('a retaken photograph replaces the last one in the same step, and never one that the server may have', async () => {
  const draft = await saveCapture(photograph(inspector))
  const second = await saveCapture(photograph(inspector, { replaces: draft.id }))
  expect(await readCapture(draft.id)).toBeNull()
  expect(await readBytes(draft.id)).toBeNull()

  // Nobody decided about it for too long.
  await decideCapture(second.id, null)
  const third = await saveCapture(photograph(inspector, { replaces: second.id }))
  expect(await readCapture(second.id)).toBeNull()

  await changeCapture(third.id, (row) => ({ ...row, state: 'queued', attempts: 1 }))
  await saveCapture(photograph(inspector, { replaces: third.id }))
  expect(await readCapture(third.id)).toMatchObject({ state: 'queued' })
})

test('a decision queues the draft with its value, and comes too late once an attempt was made', async () => {
  const { id } = await saveCapture(photograph(inspector))
  expect(await decideCapture(id, { value: 0.42, valueSource: 'accepted' })).toMatchObject({
    state: 'queued',
    value: 0.42,
    valueSource: 'accepted',
  })

  await changeCapture(id, (row) => ({ ...row, attempts: 1 }))
  expect(await decideCapture(id, { value: 9, valueSource: 'corrected' })).toBeNull()
  expect(await readCapture(id)).toMatchObject({ value: 0.42 })
})

test('a photograph with a confirmed value is not left to the server', async () => {
  const { id } = await saveCapture(photograph(inspector))
  await decideCapture(id, { value: 0.42, valueSource: 'corrected' })
  expect(await decideCapture(id, null)).toBeNull()
  expect(await readCapture(id)).toMatchObject({ state: 'queued', value: 0.42 })
})

test('requirement 3: smaller bytes take the place of the photograph only before the first attempt', async () => {
  const { id } = await saveCapture(photograph(inspector))
  const smaller = randomBytes(500)
  await replaceBytes(id, smaller, 'image/jpeg')
  expect(await readCapture(id)).toMatchObject({ byteLength: 500, sha256: await sha256Of(smaller) })
  expect((await readBytes(id))?.byteLength).toBe(500)

  await changeCapture(id, (row) => ({ ...row, attempts: 1, state: 'queued' }))
  expect(await replaceBytes(id, randomBytes(100), 'image/jpeg')).toBeNull()
  expect((await readBytes(id))?.byteLength).toBe(500)
})

test('requirement 10: everything but sent counts as unsent', async () => {
  expect(await countUnsent(inspector.userId)).toBe(0)
  const rows = []
  for (let made = 0; made < 4; made++) rows.push(await saveCapture(photograph(inspector)))
  const [, rejected, held, sent] = rows.map((row) => row.id)
  await changeCapture(rejected ?? '', (row) => ({ ...row, state: 'rejected' }))
  await changeCapture(held ?? '', (row) => ({ ...row, state: 'held-auth' }))
  await changeCapture(sent ?? '', (row) => ({ ...row, state: 'sent', sentAt: 6000 }))

  expect(await countUnsent(inspector.userId)).toBe(3)
})

test('a photograph that cannot be written leaves no row behind, and its own error is told', async () => {
  const kept = await saveCapture(photograph(inspector))
  const put = IDBObjectStore.prototype.put
  const failing = new DOMException('out of memory', 'DataCloneError')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name === 'bytes') throw failing
    return put.call(this, value, key)
  })
  await expect(saveCapture(photograph(inspector, { replaces: kept.id }))).rejects.toBe(failing)
  expect((await listCaptures(inspector.userId)).map((row) => row.id)).toEqual([kept.id])
})

test('a photograph finds room on a full disk also where the browser refuses caches', async () => {
  vi.spyOn(caches, 'delete').mockRejectedValue(new DOMException('insecure', 'SecurityError'))
  const put = IDBObjectStore.prototype.put
  let puts = 0
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    puts += 1
    if (puts === 1) throw new DOMException('full', 'QuotaExceededError')
    return put.call(this, value, key)
  })
  const { id } = await saveCapture(photograph(inspector))
  expect(await readCapture(id)).not.toBeNull()
})

test('a photograph that was stored all the same and has gone on its way is not stored again', async () => {
  const taken = photograph(inspector)
  await saveCapture(taken)
  await changeCapture(taken.id, (row) => ({ ...row, state: 'sent', attempts: 1 }))
  expect(await saveCapture(taken)).toMatchObject({ state: 'sent' })
  expect(await readCapture(taken.id)).toMatchObject({ state: 'sent' })
})

test('whoever watches the outbox hears of a change', async () => {
  const heard = Promise.withResolvers<void>()
  const stop = watchOutbox(heard.resolve)
  await saveCapture(photograph(inspector))
  await heard.promise
  stop()
})
