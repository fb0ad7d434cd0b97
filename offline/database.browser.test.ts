import { openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'
import { inspector, photograph, resetPhone } from '../tests/support/phone.ts'
import { closeDatabase, databaseName, databaseVersion, withDatabase } from './database.ts'
import { listCaptures, readBytes, saveCapture } from './outbox.ts'

beforeEach(resetPhone)

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
