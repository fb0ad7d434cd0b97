// Covers docs/requirements.md: 603, 643

import { beforeEach, expect, test } from 'vitest'
import * as version1 from '../tests/fixtures/outbox/version-1.js'
import { unzip } from '../tests/support/files/unzip.ts'
import { colleague, entered, inspector, online, resetPhone } from '../tests/support/phone/phone.ts'
import { amendedCaptures, setValue, withdrawCapture } from './amendments.ts'
import { discardLifetime, discardRow, setAside, takeBack } from './byHand.ts'
import { drain } from './drain.ts'
import { discardTakenBack, takeBackEntry } from './entries.ts'
import { exportRows } from './exportRows.ts'
import { importRows } from './importRows.ts'
import { changeRow, countUnsent, listCaptures, listRows, readRow } from './outbox.ts'
import { isAmendment } from './rows.ts'

beforeEach(resetPhone)

test('a value without a photograph waits, and is sent once with its time by the phone', async () => {
  const { origin, set, record } = await online()
  const { id } = await entered(inspector, { capturedAt: 1_790_000_000_000, confirmedDoubts: ['abnormal'] })
  expect(await countUnsent(inspector.userId)).toBe(1)
  await set({ mode: 'drop' })
  await drain({ origin })
  expect(await readRow(id)).toMatchObject({ state: 'queued', lastError: { code: 'network' } })
  await set({ mode: 'accept' })
  const now = () => 1_790_000_060_000
  expect(await drain({ origin, now, skipBackoff: true })).toMatchObject({ sent: 1, left: 0 })
  expect(await readRow(id)).toMatchObject({ state: 'sent', sentAt: 1_790_000_060_000, readingId: 7 })
  const { received } = await record()
  expect(received[id]?.body).toEqual({
    meter_id: 3,
    value: 0.42,
    confirmed_doubts: ['abnormal'],
    measured_at: '2026-09-21T14:13:20.000Z',
    sent_at: '2026-09-21T14:14:20.000Z',
  })
})

test('a time that a person chose is sent as chosen', async () => {
  const { origin, record } = await online()
  const chosen = { capturedAt: 1_790_000_000_000, timeChosen: true, savedAt: 1_790_000_050_000 }
  const { id } = await entered(inspector, chosen)
  await drain({ origin })
  expect((await record()).received[id]?.body).toMatchObject({
    measured_at: '2026-09-21T14:13:20.000Z',
    is_time_chosen: true,
  })
})

test('a value that is stored twice is one', async () => {
  const { id } = await entered(inspector)
  await entered(inspector, { id, value: 0.5 })
  expect(await listRows(inspector.userId)).toMatchObject([{ id, value: 0.42 }])
})

test('a value is corrected in its row until an attempt to send it starts, and by a second row afterwards', async () => {
  const { origin, record } = await online()
  const { id } = await entered(inspector)
  const decision = (value: number) => ({ value, valueSource: 'corrected' as const })
  expect(await setValue(id, decision(0.5))).toBe('changed')
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  expect(await setValue(id, decision(0.6))).toBe('amended')
  expect(amendedCaptures(await listRows(inspector.userId))).toMatchObject([{ id, value: 0.6, sentAt: null }])
  await drain({ origin })
  const [correction] = (await listRows(inspector.userId)).filter(isAmendment)
  const { attempts, received } = await record()
  expect(attempts).toEqual([id, correction?.id])
  expect(received[id]?.body).toMatchObject({ value: 0.5 })
  expect(received[correction?.id ?? '']?.body).toMatchObject({ reading_key: id, value: 0.6 })
})

test('a value that the server may have from an earlier request is corrected and withdrawn there', async () => {
  const { origin, record } = await online()
  const { id } = await entered(inspector, { mayHaveArrived: true })
  expect(await discardRow(id)).toBeNull()
  expect(await setValue(id, { value: 0.5, valueSource: 'corrected' })).toBe('amended')
  await drain({ origin })
  const [correction] = (await listRows(inspector.userId)).filter(isAmendment)
  const { attempts, received } = await record()
  expect(attempts).toEqual([id, correction?.id])
  expect(received[id]?.body).toMatchObject({ value: 0.42 })
  expect(received[correction?.id ?? '']?.body).toMatchObject({ reading_key: id, value: 0.5 })

  const { id: other } = await entered(inspector, { mayHaveArrived: true })
  expect(await takeBackEntry(other)).toBe(false)
  expect(await withdrawCapture(other)).toBe(true)
})

test('a value that the server has refused is replaced in its row by a corrected one, and is sent again', async () => {
  const { origin, set, record } = await online()
  const { id } = await entered(inspector, { value: 1000 })
  await set({ mode: 'cut' })
  await drain({ origin })
  const decision = (value: number) => ({ value, valueSource: 'corrected' as const })
  expect(await setValue(id, decision(100))).toBe('amended')
  await set({ mode: { status: 400, code: 'validation_failed' } })
  await drain({ origin, skipBackoff: true })
  expect(await readRow(id)).toMatchObject({ state: 'rejected', value: 1000 })
  expect(await setValue(id, decision(0.5))).toBe('changed')
  expect(await listRows(inspector.userId)).toMatchObject([
    { id, state: 'queued', value: 0.5, lastError: null },
  ])
  await set({ mode: 'accept' })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  expect((await record()).received[id]?.body).toMatchObject({ value: 0.5 })
})

test('a refused value that was set aside is sent again with a corrected value', async () => {
  const { origin, set, record } = await online()
  const { id } = await entered(inspector, { value: 1000 })
  await set({ mode: { status: 400, code: 'validation_failed' } })
  await drain({ origin })
  await setAside(id)
  expect(await setValue(id, { value: 0.5, valueSource: 'corrected' })).toBe('changed')
  expect(await readRow(id)).toMatchObject({ state: 'queued', value: 0.5, lastError: null })
  expect(await readRow(id)).not.toHaveProperty('removed')
  await set({ mode: 'accept' })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  expect((await record()).received[id]?.body).toMatchObject({ value: 0.5 })
})

test('a value whose key the server has with another value is corrected on the server', async () => {
  const { origin, set, record } = await online()
  const { id } = await entered(inspector, { value: 0.4 })
  await set({ mode: { status: 422, code: 'key_reused' } })
  await drain({ origin })
  expect(await readRow(id)).toMatchObject({ state: 'rejected', lastError: { code: 'key_reused' } })
  expect(await setValue(id, { value: 0.5, valueSource: 'corrected' })).toBe('amended')
  expect(await readRow(id)).toMatchObject({ state: 'sent', value: 0.4, lastError: null })
  expect(amendedCaptures(await listRows(inspector.userId))).toMatchObject([{ id, value: 0.5, sentAt: null }])
  await set({ mode: 'accept' })
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  const [correction] = (await listRows(inspector.userId)).filter(isAmendment)
  const { attempts, received } = await record()
  expect(attempts).toEqual([id, correction?.id])
  expect(received[correction?.id ?? '']?.body).toMatchObject({ reading_key: id, value: 0.5 })
})

test('a value is set aside before its first attempt until it is discarded, and withdrawn afterwards', async () => {
  const { origin, record } = await online()
  const { id: early } = await entered(inspector)
  const now = Date.now()
  expect(await takeBackEntry(early)).toBe(true)
  expect(await takeBackEntry(early)).toBe(true)
  // It is neither sent nor dropped, and signing out warns.
  const later = () => now + discardLifetime + 60_000
  expect(await drain({ origin, now: later })).toMatchObject({ sent: 0, left: 0 })
  expect(await countUnsent(inspector.userId)).toBe(1)
  expect(await discardTakenBack(early, now)).toMatchObject({ state: 'discarded' })
  expect(await discardTakenBack(early, now)).toBeNull()
  expect(await takeBackEntry(early)).toBe(false)
  expect(await takeBack(early)).toMatchObject({ state: 'queued', value: 0.42 })
  expect(await discardTakenBack(early, now)).toBeNull()
  await discardRow(early)

  const { id } = await entered(inspector)
  await drain({ origin })
  expect(await takeBackEntry(id)).toBe(false)
  expect(await withdrawCapture(id)).toBe(true)
  expect(amendedCaptures(await listRows(inspector.userId))).toMatchObject([{ id: early, state: 'discarded' }])
  expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
  const [withdrawal] = (await listRows(inspector.userId)).filter(isAmendment)
  // A worker of an earlier version would withdraw anything else as a skip.
  expect(withdrawal).toMatchObject({ kind: 'withdrawal', of: 'capture', state: 'sent' })
  expect((await record()).received[withdrawal?.id ?? '']?.body).toEqual({ reading_key: id, meter_id: 3 })
})

test.each([
  ['taken back', takeBackEntry],
  ['discarded', discardRow],
])(
  'a value that was %s is stored again under its key with another value, and is sent once',
  async (_, leave) => {
    const { origin, record } = await online()
    const { id, capturedAt } = await entered(inspector)
    await leave(id)
    await entered(inspector, { id, capturedAt, value: 0.5 })
    expect(await listRows(inspector.userId)).toMatchObject([{ id, state: 'queued', value: 0.5, capturedAt }])
    expect(await readRow(id)).not.toHaveProperty('removed')
    await drain({ origin })
    expect((await record()).attempts).toEqual([id])
  },
)

test('a value that a person has discarded is not withdrawn', async () => {
  const { id } = await entered(inspector)
  await discardRow(id)
  expect(await takeBackEntry(id)).toBe(false)
  expect(await withdrawCapture(id)).toBe(false)
  expect(await listRows(inspector.userId)).toMatchObject([{ id, state: 'discarded' }])
})

test('requirement 11: values go to the next device in a file, with what was confirmed', async () => {
  const value = await entered(colleague, {
    confirmedDoubts: ['large_change'],
    timeChosen: true,
    savedAt: 1_790_000_000_000,
    clockOffset: null,
  })
  const { archive } = await exportRows({ id: colleague.userId, username: '同僚' })
  expect((await unzip(archive)).manifest).toMatchObject([{ kind: 'entry', value: 0.42 }])
  await resetPhone()
  const openSeal = () => Promise.reject(new Error('nothing is sealed'))
  const importer = { ...inspector, organizationName: '検針テスト', openSeal }
  expect(await importRows(archive, importer)).toMatchObject({ added: 1, problems: [] })
  expect(await readRow(value.id)).toEqual({
    ...value,
    attempts: 1,
    owner: inspector,
    importedFrom: { userId: colleague.userId, username: '同僚' },
  })
})

test('requirement 30: a worker of version 1 leaves values without photographs alone', async () => {
  const { origin } = await online()
  const value = await entered(inspector)
  await version1.drain({ origin })
  expect(await readRow(value.id)).toEqual(value)
  expect(await listCaptures(inspector.userId)).toEqual([])
})
