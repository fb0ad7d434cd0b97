// Covers docs/requirements.md: 533

import { beforeEach, expect, test } from 'vitest'
import { inspector, online, photograph, queued, replaced, resetPhone } from '../tests/support/phone/phone.ts'
import type { UploadMode } from '../tests/support/phone/uploads.ts'
import { discardRow, setAside, takeBack } from './byHand.ts'
import { drain } from './drain.ts'
import { changeRow, countUnsent, decideCapture, listRows, readRow, saveCapture } from './outbox.ts'
import { saveReplacement } from './replacements.ts'

beforeEach(resetPhone)

test('requirement 2: a replacement is on the medium before it counts as saved', async () => {
  const durabilities: (string | undefined)[] = []
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    durabilities.push(options?.durability)
    return original.call(this, stores, mode, options)
  }
  try {
    await replaced(inspector)
  } finally {
    IDBDatabase.prototype.transaction = original
  }
  expect(durabilities).toEqual(['strict'])
})

test('a replacement arrives with its values, note and times, and is sent once its receipt names it', async () => {
  const { origin, record } = await online()
  const at = 1_790_000_000_000
  const { id } = await replaced(inspector, {
    note: '検定満了',
    replacedAt: at,
    savedAt: at + 1000,
    clockOffset: 120,
  })
  expect(await countUnsent(inspector.userId)).toBe(1)
  await drain({ origin, now: () => at + 60_000 })
  expect((await record()).received[id]).toMatchObject({
    headers: { 'idempotency-key': id, 'content-type': 'application/json', 'clock-offset': '120' },
    body: {
      meter_id: 3,
      old_end_value: 9120.5,
      new_start_value: 3,
      note: '検定満了',
      replaced_at: new Date(at).toISOString(),
      sent_at: new Date(at + 60_000).toISOString(),
    },
  })
  expect(await readRow(id)).toMatchObject({ kind: 'replacement', state: 'sent', replacementId: 7 })
})

test('a replacement says that a person chose its time, and nothing where the clock told it', async () => {
  const { origin, record } = await online()
  const chosen = await replaced(inspector, { timeChosen: true })
  const told = await replaced(inspector)
  await drain({ origin })
  const { received } = await record()
  expect(received[chosen.id]?.body).toHaveProperty('is_time_chosen', true)
  expect(received[told.id]?.body).not.toHaveProperty('is_time_chosen')
})

const doubtful: [string, UploadMode, object][] = [
  ['for another key', 'wrong key', { code: 'receipt_mismatch' }],
  ['for another meter', 'wrong meter', { code: 'receipt_mismatch' }],
  ['from a captive portal', 'captive', { code: 'foreign_answer' }],
  ['while data is initialised', { status: 409, code: 'reset_running' }, { code: 'reset_running' }],
  ['of a server that does not know the call', { status: 404, code: 'not_found' }, { code: 'not_found' }],
  ['that was lost behind the commit', 'drop', { code: 'network' }],
]
test.each(doubtful)(
  'requirement 16: an answer %s is no receipt of a replacement',
  async (_, mode, lastError) => {
    const { origin, set } = await online()
    const { id } = await replaced(inspector)
    await set({ mode })
    await drain({ origin })
    expect(await readRow(id)).toMatchObject({ state: 'queued', lastError })
    await set({ mode: 'accept' })
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 1, left: 0 })
  },
)

test('requirement 21: a replacement waits for its owner where the session is refused', async () => {
  const { origin, set } = await online()
  const { id } = await replaced(inspector)
  await set({ mode: { status: 403, code: 'forbidden' } })
  await drain({ origin })
  expect(await readRow(id)).toMatchObject({ state: 'held-auth' })
})

test('a replacement that was stored twice is one, also when it was sent in between', async () => {
  const { origin, record } = await online()
  const row = await replaced(inspector)
  await drain({ origin })
  expect(await saveReplacement({ ...row, ...inspector })).toMatchObject({ seq: row.seq, state: 'sent' })
  await drain({ origin })
  expect((await record()).attempts).toEqual([row.id])
})

test('what was asked about one capture is sent before it, though the capture was stored first', async () => {
  const { origin, record } = await online()
  const earlier = await queued(inspector)
  const { id: capture } = await saveCapture(photograph(inspector))
  const { id } = await replaced(inspector, { before: capture })
  await decideCapture(capture, { value: 3.5, valueSource: 'corrected' })
  expect((await listRows(inspector.userId)).map((row) => row.id)).toEqual([capture, id, earlier])
  expect(await drain({ origin })).toMatchObject({ sent: 3, left: 0 })
  expect((await record()).attempts).toEqual([earlier, id, capture])
})

const line: [string, UploadMode][] = [
  ['cut', 'cut'],
  ['a portal’s', 'captive'],
  ['to a server that is full', { status: 503, code: 'unavailable' }],
]
test.each(line)(
  'captures of the new meter wait for a replacement behind a line that is %s',
  async (_, mode) => {
    const { origin, set, record } = await online()
    const { id } = await replaced(inspector)
    const behind = await queued(inspector)
    const other = await queued(inspector, { meterId: 5 })
    await set({ modes: { [id]: mode } })
    const first = await drain({ origin })
    expect(first).toMatchObject({ sent: 1, left: 2, paused: true })
    // Nothing is due before the replacement’s pause is over.
    expect(first?.nextAt).toBeGreaterThanOrEqual((await readRow(id))?.nextAttemptAt ?? Infinity)
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 0, left: 2 })
    await set({ modes: {} })
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 2, left: 0 })
    // The browser itself repeats what a cut line took.
    const attempts = (await record()).attempts.filter((key, index, all) => key !== all[index - 1])
    expect(attempts).toEqual([id, other, id, behind])
  },
)

test('requirement 5: a replacement that is refused, set aside or fails for a reason of its own keeps no capture back', async () => {
  const { origin, set } = await online()
  const fails: UploadMode[] = [
    { status: 400, code: 'reference_unknown' },
    { status: 422, code: 'key_reused' },
    { status: 500, code: 'internal' },
    'wrong key',
  ]
  for (const mode of fails) {
    const { id } = await replaced(inspector)
    const behind = await queued(inspector)
    await set({ modes: { [id]: mode } })
    expect(await drain({ origin })).toMatchObject({ sent: 1 })
    expect(await readRow(behind)).toMatchObject({ state: 'sent' })
    expect((await readRow(id))?.state).toBe(
      typeof mode === 'object' && mode.status < 500 ? 'rejected' : 'queued',
    )
    await setAside(id)
  }
  const { id } = await replaced(inspector)
  const behind = await queued(inspector)
  await setAside(id)
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  expect(await readRow(behind)).toMatchObject({ state: 'sent' })
  expect(await takeBack(id)).toMatchObject({ state: 'queued' })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
})

test('a replacement that was not attempted is discarded and taken back; one that was may have arrived', async () => {
  const { id } = await replaced(inspector)
  expect(await discardRow(id)).toMatchObject({ state: 'discarded' })
  expect(await takeBack(id)).toMatchObject({ state: 'queued' })
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  expect(await discardRow(id)).toBeNull()
})
