import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetPhone } from '../tests/support/phone/phone.ts'
import { closeDatabase, withDatabase } from './database.ts'
import { probeStorage } from './probeStorage.ts'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

test('requirement 8: a storage with room for a photograph is known by a write that leaves nothing behind', async () => {
  expect(await probeStorage()).toBeNull()
  expect(await withDatabase((database) => database.count('bytes'))).toBe(0)
})

test('requirement 8: what is written takes as much room as a photograph, though the browser compresses', async () => {
  const written: ArrayBuffer[] = []
  const put = IDBObjectStore.prototype.put
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    written.push(value)
    return put.call(this, value, key)
  })
  await probeStorage()
  const gzip = new Blob(written).stream().pipeThrough(new CompressionStream('gzip'))
  expect((await new Response(gzip).arrayBuffer()).byteLength).toBeGreaterThanOrEqual(2_000_000)
})

test.each([
  ['QuotaExceededError', 'full'],
  ['AbortError', 'broken'],
])('requirement 8: a write that fails with %s is told as %s, whatever the quota says', async (name, told) => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException('no', name)
  })
  const estimate = vi.spyOn(navigator.storage, 'estimate')
  expect(await probeStorage()).toBe(told)
  expect(estimate).not.toHaveBeenCalled()
})

test('requirement 8: a browser that stores nothing for this page is told as refusing', async () => {
  await closeDatabase()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  expect(await probeStorage()).toBe('refused')
})
