// Covers docs/requirements.md: 602, 603

import { beforeEach, describe, expect, test } from 'vitest'
import {
  entered,
  inspector,
  online,
  photograph,
  queued,
  resetPhone,
  skipped,
} from '../tests/support/phone/phone.ts'
import { amendedCaptures, reopenCapture, setValue, withdrawCapture, withdrawnReadings } from './amendments.ts'
import { discardRow, removeRow, retryRow, setAside, takeBack } from './byHand.ts'
import { drain, receiptLifetime } from './drain.ts'
import type { Decision } from './outbox.ts'
import {
  changeRow,
  countUnsent,
  decideCapture,
  listRows,
  readBytes,
  readCapture,
  readRow,
  saveCapture,
} from './outbox.ts'
import { type Amendment, isAmendment, type Row } from './rows.ts'

beforeEach(resetPhone)

const corrected = (value: number): Decision => ({ value, valueSource: 'corrected' })

/** A capture that the inspector confirmed with 0.42. */
async function confirmed(): Promise<string> {
  const { id } = await saveCapture(photograph(inspector))
  await decideCapture(id, { value: 0.42, valueSource: 'accepted' })
  return id
}

/** The same after an attempt without an answer: the server may have it. */
async function attempted(): Promise<string> {
  const id = await confirmed()
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  return id
}

const rowsNow = (): Promise<Row[]> => listRows(inspector.userId)
const amendments = async (): Promise<Amendment[]> => (await rowsNow()).filter(isAmendment)

test('requirement 2: a correction and a withdrawal are on the medium before they count as saved', async () => {
  const id = await attempted()
  const durabilities: (string | undefined)[] = []
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    durabilities.push(options?.durability)
    return original.call(this, stores, mode, options)
  }
  try {
    await setValue(id, corrected(0.5))
    await withdrawCapture(id)
  } finally {
    IDBDatabase.prototype.transaction = original
  }
  expect(durabilities).toEqual(['strict', 'strict'])
})

describe('before the first attempt', () => {
  test('a correction changes the capture, which is sent once with the new value', async () => {
    const { origin, record } = await online()
    const id = await confirmed()
    expect(await setValue(id, corrected(0.5))).toBe('changed')
    expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
    const { attempts, received } = await record()
    expect(attempts).toEqual([id])
    expect(received[id]?.query).toMatchObject({ value: '0.5', value_source: 'corrected' })
  })

  test('a confirmed capture becomes a draft again without its value, and not once it is being sent', async () => {
    const id = await confirmed()
    expect(await reopenCapture(id)).toMatchObject({ state: 'draft', value: null, valueSource: null })
    expect(await reopenCapture(await attempted())).toBeNull()
  })

  test('a capture that waits for its owner to sign in becomes a draft again as well', async () => {
    const id = await confirmed()
    const lastError = { code: 'unauthenticated' as const, status: 401, messages: [], at: 1 }
    await changeRow(id, (row) => ({ ...row, state: 'held-auth', heldGeneration: 1, lastError }))
    expect(await reopenCapture(id)).toMatchObject({ state: 'draft', heldGeneration: null, lastError: null })
  })

  test('a correction of what was set aside keeps it aside, and it is sent with the new value when released', async () => {
    const { origin, record } = await online()
    const id = await confirmed()
    await setAside(id)
    expect(await setValue(id, corrected(0.5))).toBe('changed')
    expect(await readRow(id)).toMatchObject({ state: 'aside', value: 0.5 })
    await takeBack(id)
    await drain({ origin })
    expect((await record()).received[id]?.query).toMatchObject({ value: '0.5' })
  })
})

describe('after the first attempt', () => {
  test('a correction leaves the capture as it was and is sent after its receipt', async () => {
    const { origin, set, record } = await online()
    const id = await attempted()
    const confirmedDoubts = ['abnormal' as const]
    expect(await setValue(id, { ...corrected(0.5), confirmedDoubts })).toBe('amended')
    expect(await readRow(id)).toMatchObject({ value: 0.42 })
    const [correction] = await amendments()
    expect(correction).toMatchObject({ kind: 'correction', targetId: id, value: 0.5, state: 'queued' })
    expect(await countUnsent(inspector.userId)).toBe(2)

    await set({ modes: { [id]: { status: 500, code: 'internal' } } })
    expect(await drain({ origin })).toMatchObject({ sent: 0, left: 2 })
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 0, left: 2 })
    expect((await record()).attempts).toEqual([id, id])
    await set({ modes: {} })
    expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 2, left: 0 })
    const { attempts, received } = await record()
    expect(attempts.slice(2)).toEqual([id, correction?.id])
    expect(received[id]?.query).toMatchObject({ value: '0.42' })
    expect(received[correction?.id ?? '']).toMatchObject({
      body: { reading_key: id, meter_id: 3, value: 0.5, confirmed_doubts: ['abnormal'] },
    })
  })

  test('a correction next to a sender changes the capture or follows it, and never gets lost', async () => {
    const { origin, record } = await online()
    const id = await confirmed()
    const [, how] = await Promise.all([drain({ origin }), setValue(id, corrected(0.5))])
    await drain({ origin })
    const { received } = await record()
    const sent = [
      received[id]?.query['value'],
      ...(await amendments()).map(({ id: own }) => received[own]?.body),
    ]
    expect(sent).toMatchObject(how === 'changed' ? ['0.5'] : ['0.42', { reading_key: id, value: 0.5 }])
  })

  test('the last of several corrections is sent last, and those that were not attempted are sent as one', async () => {
    const { origin, record } = await online()
    const id = await attempted()
    await setValue(id, corrected(0.5))
    await setValue(id, corrected(0.6))
    const [first] = await amendments()
    expect(await amendments()).toMatchObject([{ value: 0.6 }])
    await changeRow(first?.id ?? '', (row) => ({ ...row, attempts: 1 }))
    await setValue(id, corrected(0.7))
    const [second] = await amendments()
    await drain({ origin })
    expect((await record()).attempts).toEqual([id, first?.id, second?.id])
  })

  test('a correction that was set aside or refused does not return behind a newer one', async () => {
    const id = await attempted()
    await setValue(id, corrected(0.5))
    const [aside] = await amendments()
    await setAside(aside?.id ?? '')
    await setValue(id, corrected(0.6))
    expect(await amendments()).toMatchObject([{ value: 0.6, state: 'queued' }])
    expect(await takeBack(aside?.id ?? '')).toBeNull()
    const [refused] = await amendments()
    await changeRow(refused?.id ?? '', (row) => ({ ...row, attempts: 1, state: 'rejected' }))
    await withdrawCapture(id)
    expect(await amendments()).toMatchObject([{ kind: 'withdrawal' }])
  })

  test('a withdrawal takes the place of corrections that were not sent, and is sent after the receipt', async () => {
    const { origin, record } = await online()
    const id = await attempted()
    await setValue(id, corrected(0.5))
    expect(await withdrawCapture(id)).toBe(true)
    expect(await withdrawCapture(id)).toBe(true)
    expect(await setValue(id, corrected(0.6))).toBeNull()
    const [withdrawal, ...others] = await amendments()
    expect(others).toEqual([])
    await drain({ origin })
    const { attempts, received } = await record()
    expect(attempts).toEqual([id, withdrawal?.id])
    expect(received[withdrawal?.id ?? '']?.body).toEqual({ reading_key: id, meter_id: 3 })
  })

  test('an amendment is sent again after a lost answer and a sender that was killed', async () => {
    const { origin, set, record } = await online()
    const id = await attempted()
    await drain({ origin })
    await setValue(id, corrected(0.5))
    const [correction] = await amendments()
    await set({ mode: 'drop' })
    await drain({ origin })
    expect(await amendments()).toMatchObject([{ state: 'queued', lastError: { code: 'network' } }])
    // The state in which a killed sender leaves it.
    await changeRow(correction?.id ?? '', (row) => ({ ...row, state: 'sending', nextAttemptAt: 0 }))
    await set({ mode: 'accept' })
    expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
    expect(new Set((await record()).attempts)).toEqual(new Set([id, correction?.id]))
  })

  test('amendments of a capture that is refused wait for a person, and keep nothing else back', async () => {
    const { origin } = await online()
    const id = await attempted()
    await setValue(id, corrected(0.5))
    await changeRow(id, (row) => ({ ...row, state: 'rejected' }))
    const other = await queued(inspector)
    expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0, nextAt: null })
    expect(await readRow(other)).toMatchObject({ state: 'sent' })
    await retryRow(id)
    expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  })

  test.each([
    ['refused', async () => undefined],
    ['refused and set aside', setAside],
  ])('a photograph whose key the server has with another value, %s, is corrected there', async (_, leave) => {
    const { origin, set, record } = await online()
    const id = await confirmed()
    await set({ mode: { status: 422, code: 'key_reused' } })
    await drain({ origin })
    expect(await readRow(id)).toMatchObject({ state: 'rejected', lastError: { code: 'key_reused' } })
    await leave(id)
    expect(await setValue(id, corrected(0.5))).toBe('amended')
    expect(await readRow(id)).toMatchObject({ state: 'sent', value: 0.42, lastError: null })
    await set({ mode: 'accept' })
    expect(await drain({ origin })).toMatchObject({ sent: 1, left: 0 })
    const [correction] = await amendments()
    const { attempts, received } = await record()
    expect(attempts).toEqual([id, correction?.id])
    expect(received[correction?.id ?? '']?.body).toMatchObject({ reading_key: id, value: 0.5 })
    // The server has not confirmed this photograph.
    expect(await readBytes(id)).not.toBeNull()
    await drain({ origin, now: () => Date.now() + receiptLifetime + 1 })
    expect(await readRow(id)).toBeNull()
    expect(await readBytes(id)).toBeNull()
  })

  test('what is damaged or discarded takes no value', async () => {
    const damaged = await attempted()
    await changeRow(damaged, (row) => ({ ...row, state: 'quarantined' }))
    const discarded = await confirmed()
    await discardRow(discarded)
    expect(await setValue(damaged, corrected(0.5))).toBeNull()
    expect(await setValue(discarded, corrected(0.5))).toBeNull()
    expect(await withdrawCapture(damaged)).toBe(false)
  })
})

describe('a row that was set aside and is deleted', () => {
  test('is gone from the device if it was never sent', async () => {
    const id = await confirmed()
    await setAside(id)
    await removeRow(id)
    expect(await rowsNow()).toEqual([])
    expect(await readBytes(id)).toBeNull()
  })

  test('is withdrawn on the server if it may have arrived', async () => {
    const { origin, record } = await online()
    const id = await attempted()
    await setValue(id, corrected(0.5))
    const { id: skip } = await skipped(inspector)
    await changeRow(skip, (row) => ({ ...row, attempts: 1 }))
    for (const each of [id, skip]) {
      await setAside(each)
      await removeRow(each)
    }
    expect(await amendments()).toMatchObject([
      { kind: 'withdrawal', of: 'skip', targetId: skip },
      { kind: 'withdrawal', of: 'capture', targetId: id },
    ])
    expect(await rowsNow()).toHaveLength(2)
    expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
    expect((await record()).received[skip]?.body).toMatchObject({ is_withdrawn: true })
  })
})

test('a row that the server has with another content is withdrawn there when it is deleted', async () => {
  const { origin, set, record } = await online()
  const id = await confirmed()
  const { id: skip } = await skipped(inspector)
  const { id: refused } = await entered(inspector)
  const keyReused = { status: 422, code: 'key_reused' }
  const invalid = { status: 400, code: 'validation_failed' }
  await set({ modes: { [id]: keyReused, [skip]: keyReused, [refused]: invalid } })
  await drain({ origin })
  for (const each of [id, skip, refused]) await removeRow(each)
  expect(await rowsNow()).toHaveLength(2)
  expect(await amendments()).toMatchObject([
    { kind: 'withdrawal', of: 'skip', targetId: skip },
    { kind: 'withdrawal', of: 'capture', targetId: id },
  ])
  await set({ modes: {} })
  expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  const { received, withdrawn } = await record()
  expect(Object.values(received).map(({ body }) => body)).toEqual([{ reading_key: id, meter_id: 3 }])
  expect(withdrawn).toEqual([skip])
})

test('amended captures have the last value that counts, and are not sent until their correction is', async () => {
  const { origin } = await online()
  const id = await attempted()
  await drain({ origin })
  const capture = await readCapture(id)
  expect(amendedCaptures(await rowsNow())).toEqual([capture])
  await setValue(id, corrected(0.5))
  expect(amendedCaptures(await rowsNow())).toMatchObject([{ id, value: 0.5, sentAt: null, readingId: null }])
  const [correction] = await amendments()
  await setAside(correction?.id ?? '')
  expect(amendedCaptures(await rowsNow())).toEqual([capture])
  await takeBack(correction?.id ?? '')
  await drain({ origin })
  expect(amendedCaptures(await rowsNow())).toMatchObject([
    { id, value: 0.5, sentAt: expect.any(Number), readingId: 7 },
  ])
  await withdrawCapture(id)
  expect(amendedCaptures(await rowsNow())).toEqual([])

  // A withdrawal that was taken back in time does not stand in the way of the next one.
  const [withdrawal] = await amendments()
  await discardRow(withdrawal?.id ?? '')
  expect(amendedCaptures(await rowsNow())).toMatchObject([{ id, value: 0.5 }])
  expect(await setValue(id, corrected(0.6))).toBe('amended')
  await withdrawCapture(id)
  expect(amendedCaptures(await rowsNow())).toEqual([])
})

test('the reading of a withdrawn capture counts as gone until the server has received the withdrawal', async () => {
  const { origin } = await online()
  const id = await attempted()
  await drain({ origin, now: () => 1_790_000_000_000 })
  expect(withdrawnReadings(await rowsNow(), 0)).toEqual(new Set())
  await withdrawCapture(id)
  expect(withdrawnReadings(await rowsNow(), 1_790_000_060_000)).toEqual(new Set([7]))
  await drain({ origin, now: () => 1_790_000_050_000 })
  expect(withdrawnReadings(await rowsNow(), 1_790_000_050_000)).toEqual(new Set([7]))
  expect(withdrawnReadings(await rowsNow(), 1_790_000_050_001)).toEqual(new Set())
})
