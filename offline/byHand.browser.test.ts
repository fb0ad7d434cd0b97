// Covers docs/requirements.md: 508

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inspector, online, photograph, queued, resetPhone, skipped } from '../tests/support/phone/phone.ts'
import { discardLifetime, discardRow, removeRow, retryRow, setAside, takeBack } from './byHand.ts'
import { drain } from './drain.ts'
import {
  changeCapture,
  changeRow,
  countUnsent,
  decideCapture,
  readBytes,
  readCapture,
  readRow,
  saveCapture,
} from './outbox.ts'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

test('requirement 5: a refused row is queued again on request, a sent one stays sent', async () => {
  const id = await queued(inspector)
  await changeCapture(id, (row) => ({ ...row, state: 'rejected', nextAttemptAt: 9e15 }))
  expect(await retryRow(id)).toMatchObject({ state: 'queued', nextAttemptAt: 0 })

  await changeCapture(id, (row) => ({ ...row, state: 'sent' }))
  expect(await retryRow(id)).toBeNull()
})

test('requirement 5: only what the server refuses can be removed by hand', async () => {
  const id = await queued(inspector)
  await removeRow(id)
  expect(await readBytes(id)).not.toBeNull()

  await changeCapture(id, (row) => ({ ...row, state: 'rejected' }))
  await setAside(id)
  await removeRow(id)
  expect(await readCapture(id)).toBeNull()
  expect(await readBytes(id)).toBeNull()
})

test('requirement 5: a row that was set aside is not sent, but kept with its bytes until it is taken back', async () => {
  const { origin } = await online()
  const id = await queued(inspector)
  const { id: skip } = await skipped(inspector)
  await setAside(id)
  await setAside(skip)
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 0, left: 0, nextAt: null })
  expect(await readBytes(id)).not.toBeNull()
  // Signing out would still leave it behind.
  expect(await countUnsent(inspector.userId)).toBe(2)

  expect(await takeBack(id)).toMatchObject({ state: 'queued' })
  expect(await takeBack(skip)).not.toHaveProperty('removed')
  expect(await drain({ origin })).toMatchObject({ sent: 2 })
})

test('requirement 5: a row that is being sent is neither set aside nor queued again', async () => {
  const id = await queued(inspector)
  await changeRow(id, (row) => ({ ...row, state: 'sending', attempts: 1 }))
  expect(await setAside(id)).toBeNull()
  expect(await retryRow(id)).toBeNull()
  expect(await readRow(id)).toMatchObject({ state: 'sending' })
})

test('requirement 5: what was refused and set aside comes back as refused', async () => {
  const id = await queued(inspector)
  await changeCapture(id, (row) => ({ ...row, state: 'rejected' }))
  await setAside(id)
  expect(await takeBack(id)).toMatchObject({ state: 'rejected' })
})

test('undoing late brings nothing back that was sent meanwhile', async () => {
  const { origin } = await online()
  const id = await queued(inspector)
  await setAside(id)
  await retryRow(id)
  expect(await drain({ origin })).toMatchObject({ sent: 1 })
  expect(await takeBack(id)).toBeNull()
  expect(await readRow(id)).toMatchObject({ state: 'sent' })
})

test('a discarded photograph is not sent, stays a day to be taken back, and then leaves the device', async () => {
  const { origin, record } = await online()
  const at = 1_790_000_000_000
  const id = await queued(inspector)
  await discardRow(id, at)
  expect(await countUnsent(inspector.userId)).toBe(0)
  await drain({ origin, now: () => at + discardLifetime })
  expect(await readBytes(id)).not.toBeNull()
  expect(await takeBack(id)).toMatchObject({ state: 'queued' })

  await discardRow(id, at)
  await drain({ origin, now: () => at + discardLifetime + 1 })
  expect(await readRow(id)).toBeNull()
  expect(await readBytes(id)).toBeNull()
  expect((await record()).attempts).toEqual([])
})

test('what the server may have already cannot be discarded', async () => {
  const id = await queued(inspector)
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  expect(await discardRow(id)).toBeNull()
  expect(await readRow(id)).toMatchObject({ state: 'queued' })
})

test('requirement 8: on a full disk what was discarded makes room for a new photograph, the oldest first', async () => {
  const now = Date.now()
  const [older, old, recent] = [await queued(inspector), await queued(inspector), await queued(inspector)]
  await discardRow(old, now - 3_600_000)
  await discardRow(older, now - 7_200_000)
  await discardRow(recent, now)
  const put = IDBObjectStore.prototype.put
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    // Of the photograph, and once more when the caches are empty.
    if (this.name !== 'captures' || full.mock.calls.length > 2) return put.call(this, value, key)
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { id } = await saveCapture(photograph(inspector))
  full.mockRestore()
  expect(await readBytes(id)).not.toBeNull()
  expect(await readRow(older)).toBeNull()
  expect(await readBytes(old)).not.toBeNull()
  expect(await readBytes(recent)).not.toBeNull()
})

test.each([
  [
    'a decision',
    async (id: string) => (await decideCapture(id, { value: 1, valueSource: 'corrected' }))?.value,
    1,
  ],
  ['a skip', async () => (await skipped(inspector)).state, 'queued'],
  ['sending', async (_: string, origin: string) => (await drain({ origin }))?.sent, 1],
])('requirement 8: on a full disk what was discarded makes room for %s too', async (_, work, made) => {
  const { origin } = await online()
  const id = await queued(inspector)
  const discarded = await queued(inspector)
  await discardRow(discarded, Date.now() - 3_600_000)
  const put = IDBObjectStore.prototype.put
  let isFull = true
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(function (this: IDBObjectStore, key) {
    isFull = false
    return this.delete(key)
  })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row, key) {
    if (!isFull) return put.call(this, row, key)
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await work(id, origin)).toBe(made)
  expect(await readRow(discarded)).toBeNull()
})

test('requirement 8: what was discarded just now is not given up for a photograph that does not fit', async () => {
  const id = await queued(inspector)
  await discardRow(id)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(saveCapture(photograph(inspector))).rejects.toMatchObject({ name: 'QuotaExceededError' })
  vi.restoreAllMocks()
  expect(await takeBack(id)).toMatchObject({ state: 'queued' })
})
