import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inspector, photograph, resetPhone } from '../tests/support/phone/phone.ts'
import { closeDatabase, databaseName, databaseVersion, withDatabase } from './database.ts'
import { countUnsent, listCaptures, readBytes, saveCapture } from './outbox.ts'

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

test('requirement 6: a connection that the browser closed is opened again and the photograph saved', async () => {
  await withDatabase(async (database) => database.close())
  const { id } = await saveCapture(photograph(inspector))
  expect(await readBytes(id)).not.toBeNull()
})

test('requirement 6: a connection lost in the middle of the work leads to one more try', async () => {
  let tries = 0
  const result = await withDatabase(async () => {
    tries += 1
    if (tries === 1) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    return 'done'
  })
  expect([result, tries]).toEqual(['done', 2])
})

test('a failure that is not a lost connection reaches the caller at once', async () => {
  let tries = 0
  const full = withDatabase(async () => {
    tries += 1
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(full).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(tries).toBe(1)
})

test('requirement 6: an aborted save fails, and leaves neither row nor bytes', async () => {
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (value, key) {
    if (this.name === 'bytes') this.transaction.abort()
    return put.call(this, value, key)
  }
  try {
    await expect(saveCapture(photograph(inspector))).rejects.toBeInstanceOf(DOMException)
  } finally {
    IDBObjectStore.prototype.put = put
  }
  expect(await listCaptures(inspector.userId)).toEqual([])
})

test('a newer version of the app in another tab can upgrade while this one is open', async () => {
  await withDatabase((database) => database.count('captures'))
  const newer = await openDB(databaseName, databaseVersion + 1)
  newer.close()
  indexedDB.deleteDatabase(databaseName)
  await closeDatabase()
  expect(await listCaptures(inspector.userId)).toEqual([])
})

/** What browsers answer where storing is forbidden. */
const refusals = {
  'Firefox without cookies': new DOMException('The operation is insecure.', 'SecurityError'),
  'Chromium without cookies': new DOMException(
    'The user denied permission to access the database.',
    'UnknownError',
  ),
  'a private window of Firefox before 115': new DOMException(
    'A mutation operation was attempted on a database that did not allow mutations.',
    'InvalidStateError',
  ),
}

function failToOpen(error: unknown): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw error
  })
}

test.each(Object.entries(refusals))('%s refuses the database, in which nothing waits', async (_, error) => {
  await closeDatabase()
  failToOpen(error)
  await expect(withDatabase(async () => 'done')).rejects.toMatchObject({ name: 'DatabaseRefused' })
  await expect(saveCapture(photograph(inspector))).rejects.toMatchObject({ name: 'DatabaseRefused' })
  expect(await countUnsent(inspector.userId)).toBe(0)
})

test('a browser without IndexedDB refuses the database', async () => {
  await closeDatabase()
  vi.stubGlobal('indexedDB', undefined)
  await expect(withDatabase(async () => 'done')).rejects.toMatchObject({ name: 'DatabaseRefused' })
  vi.unstubAllGlobals()
})

test('a damaged database is not refused: what waits in it is not known', async () => {
  await closeDatabase()
  failToOpen(new DOMException('Internal error opening backing store.', 'UnknownError'))
  await expect(countUnsent(inspector.userId)).rejects.toMatchObject({ name: 'UnknownError' })
})
