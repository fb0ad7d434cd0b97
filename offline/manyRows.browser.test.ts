// Covers docs/requirements.md: 515

import { beforeEach, expect, test, vi } from 'vitest'
import { inspector, online, photograph, queued, resetPhone } from '../tests/support/phone/phone.ts'
import { withDatabase } from './database.ts'
import { drain } from './drain.ts'
import { countUnsent, listRows, readCapture, saveCapture } from './outbox.ts'

beforeEach(resetPhone)

/** Receipts of what was sent today, before what is still to be sent. */
async function addReceipts(count: number) {
  const { id } = await saveCapture(photograph(inspector))
  const row = await readCapture(id)
  if (!row) throw new Error('nothing was stored')
  await withDatabase(async (database) => {
    const { store, done } = database.transaction('captures', 'readwrite')
    const puts = Array.from({ length: count }, (_, index) =>
      store.put({ ...row, id: `sent-${index}`, seq: index + 2, state: 'sent', sentAt: Date.now() }),
    )
    await Promise.all([...puts, store.delete(id), done])
  })
}

test('a list of hundreds of rows is read at once, and no photograph with it', async () => {
  await addReceipts(500)
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get')
  const steps = vi.spyOn(IDBCursor.prototype, 'continue')
  const all = vi.spyOn(IDBIndex.prototype, 'getAll')
  expect(await listRows(inspector.userId)).toHaveLength(500)
  expect(await countUnsent(inspector.userId)).toBe(0)
  expect([all.mock.calls.length, reads.mock.calls.length, steps.mock.calls.length]).toEqual([2, 0, 0])
  vi.restoreAllMocks()
})

test('sending one more row does not walk over all that were sent before', async () => {
  const stepsFor = async (rows: number) => {
    await resetPhone()
    const { origin } = await online()
    await addReceipts(200)
    for (let count = 0; count < rows; count += 1) await queued(inspector)
    const steps = vi.spyOn(IDBCursorWithValue.prototype, 'value', 'get')
    expect(await drain({ origin })).toMatchObject({ sent: rows })
    const { length } = steps.mock.calls
    steps.mockRestore()
    return length
  }
  const one = await stepsFor(1)
  expect((await stepsFor(11)) - one).toBeLessThan(200)
})
