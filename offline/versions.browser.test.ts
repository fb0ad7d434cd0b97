// Covers docs/requirements.md: 507, 533

import { openDB } from 'idb'
import { beforeEach, expect, test } from 'vitest'
import * as version1 from '../tests/fixtures/outbox/version-1.js'
import {
  inspector,
  online,
  photograph,
  queued,
  replaced,
  resetPhone,
  skipped,
} from '../tests/support/phone/phone.ts'
import { closeDatabase, databaseName, databaseVersion, withDatabase } from './database.ts'
import { drain } from './drain.ts'
import { listCaptures, listRows, readBytes, readCapture, readRow, saveCapture } from './outbox.ts'
import type { Row } from './rows.ts'

beforeEach(resetPhone)

async function deleteDatabase() {
  await closeDatabase()
  await new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(databaseName)
    deletion.onsuccess = resolve
    deletion.onerror = reject
  })
}

test('requirement 7: rows written by version 1 are all found', async () => {
  await deleteDatabase()
  const first = await openDB(databaseName, 1, {
    upgrade(database) {
      database.createObjectStore('captures', { keyPath: 'id' }).createIndex('seq', 'seq', { unique: true })
      database.createObjectStore('bytes')
      database.createObjectStore('session')
      database.createObjectStore('cache')
    },
  })
  await first.put('captures', { id: 'old', seq: 5, userId: inspector.userId, state: 'queued' })
  await first.put('bytes', new ArrayBuffer(3), 'old')
  first.close()

  expect((await listCaptures(inspector.userId)).map((row) => row.id)).toEqual(['old'])
  expect((await readBytes('old'))?.byteLength).toBe(3)
  expect((await saveCapture(photograph(inspector))).seq).toBe(6)
})

test('requirement 30: what a tab of version 1 saved is sent by this version', async () => {
  const { origin, record } = await online()
  const { id, sha256 } = await version1.saveCapture(photograph(inspector))
  await version1.decideCapture(id, { value: 0.42, valueSource: 'accepted' })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  expect((await record()).received[id]).toMatchObject({ sha256, query: { value: '0.42' } })
})

test('requirement 30: a worker of version 1 leaves skips and replacements alone and sends the photographs around them', async () => {
  const { origin, record } = await online()
  const before = await queued(inspector)
  const skip = await skipped(inspector)
  const replacement = await replaced(inspector)
  const after = await queued(inspector)
  expect(await version1.drain({ origin, skipBackoff: true })).toMatchObject({ sent: 2, left: 0 })
  expect((await record()).attempts).toEqual([before, after])
  expect((await version1.listCaptures(inspector.userId)).map(({ id }) => id)).toEqual([after, before])
  expect(await readRow(skip.id)).toEqual(skip)
  expect(await readRow(replacement.id)).toEqual(replacement)

  expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  expect(await readRow(skip.id)).toMatchObject({ state: 'sent' })
  expect(await readRow(replacement.id)).toMatchObject({ state: 'sent' })
})

test.each([{ kind: 'inventory' }, { state: 'waiting-for-colleague' }])(
  'requirement 30: a row of a later version (%o) is left alone, the rest is sent',
  async (later) => {
    const { origin } = await online()
    const id = await queued(inspector)
    const row = { ...(await readCapture(id)), id: crypto.randomUUID(), seq: 99, ...later } as Row
    await withDatabase((database) => database.put('captures', row))
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 1, left: 0 })
    expect(await readRow(row.id)).toEqual(row)
    expect((await listRows(inspector.userId)).map((each) => each.id)).toEqual([id])
  },
)

test('requirement 30: a database that a later version has raised is used as it is', async () => {
  const { origin } = await online()
  const id = await queued(inspector)
  const later = await openDB(databaseName, databaseVersion + 1, {
    upgrade: (database) => database.createObjectStore('later'),
  })
  later.close()
  await skipped(inspector)
  expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  expect(await readCapture(id)).toMatchObject({ state: 'sent' })
  await deleteDatabase()
})
