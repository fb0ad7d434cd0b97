// Covers docs/requirements.md: 533

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unzip } from '../tests/support/files/unzip.ts'
import {
  colleague,
  inspector,
  photograph,
  queued,
  randomBytes,
  replaced,
  resetPhone,
  skipped,
} from '../tests/support/phone/phone.ts'
import { discardRow, setAside } from './byHand.ts'
import { sha256Of } from './digest.ts'
import { exportRows } from './exportRows.ts'
import { countUnsent, decideCapture, listRows, saveCapture } from './outbox.ts'

const person = { id: inspector.userId, username: '検針 太郎' }

beforeEach(resetPhone)
afterEach(() => vi.restoreAllMocks())

test('requirement 11: an export holds what only this device has of the user, unchanged, and says what each is', async () => {
  const first = randomBytes()
  const second = randomBytes()
  const one = await saveCapture(photograph(inspector, { bytes: first }))
  const two = await saveCapture(photograph(inspector, { bytes: second }))
  await decideCapture(two.id, { value: 12.5, valueSource: 'corrected', confirmedDoubts: ['too_fast'] })
  const skip = await skipped(inspector, { reason: 'other', note: '工事中' })
  const replacement = await replaced(inspector, { note: '検定満了' })
  await saveCapture(photograph(colleague))
  await discardRow(await queued(inspector))
  await setAside(two.id)

  const { archive, ids } = await exportRows(person)
  const { names, read, manifest } = await unzip(archive)
  expect(ids).toEqual([one.id, two.id, skip.id, replacement.id])
  expect(names).toEqual([`${one.id}.jpg`, `${two.id}.jpg`, 'manifest.json'])
  expect(await read(`${one.id}.jpg`)).toEqual(new Uint8Array(first))
  expect(await read(`${two.id}.jpg`)).toEqual(new Uint8Array(second))
  expect(manifest).toMatchObject([
    { id: one.id, file: `${one.id}.jpg`, sha256: await sha256Of(first), value: null },
    {
      id: two.id,
      sha256: await sha256Of(second),
      value: 12.5,
      value_source: 'corrected',
      confirmed_doubts: ['too_fast'],
    },
    { id: skip.id, kind: 'skip', reason: 'other', note: '工事中', user_id: 1, username: '検針 太郎' },
    {
      id: replacement.id,
      kind: 'replacement',
      old_end_value: 9120.5,
      new_start_value: 3,
      unit: 'm³',
      note: '検定満了',
      replaced_at: new Date(replacement.replacedAt).toISOString(),
    },
  ])
})

test('requirement 5: one row can be exported alone', async () => {
  await queued(inspector)
  const id = await queued(inspector)
  const { archive, ids } = await exportRows(person, id)
  expect(ids).toEqual([id])
  expect((await unzip(archive)).names).toEqual([`${id}.jpg`, 'manifest.json'])
})

test('requirement 5: a photograph that cannot be read keeps no other from being exported', async () => {
  const broken = await saveCapture(photograph(inspector))
  const whole = await saveCapture(photograph(inspector))
  const get = IDBObjectStore.prototype.get
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'bytes' && key === broken.id) throw new DOMException('lost', 'UnknownError')
    return get.call(this, key)
  })
  const { archive, ids } = await exportRows(person)
  const { names, manifest } = await unzip(archive)
  expect(ids).toEqual([whole.id])
  expect(names).toEqual([`${whole.id}.jpg`, 'manifest.json'])
  expect(manifest).toMatchObject([
    { id: broken.id, file: null },
    { id: whole.id, file: `${whole.id}.jpg` },
  ])
})

test('an export leaves the outbox as it was', async () => {
  await saveCapture(photograph(inspector))
  const before = [await countUnsent(inspector.userId), await listRows(inspector.userId)]
  await exportRows(person)
  expect([await countUnsent(inspector.userId), await listRows(inspector.userId)]).toEqual(before)
})
