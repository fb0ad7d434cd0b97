import { beforeEach, expect, it } from 'vitest'
import { inspector, photograph, randomBytes, resetPhone } from '../tests/support/phone.ts'
import { changeRow, saveCapture } from './outbox.ts'
import { isSamePicture } from './samePicture.ts'
import type { RowState } from './sendable.ts'

beforeEach(resetPhone)

const bytes = randomBytes()
const save = async (over: { meterId?: number; bytes?: ArrayBuffer } = {}) =>
  (await saveCapture(photograph(inspector, { bytes, ...over }))).id

it.each<[RowState, boolean]>([
  ['draft', true],
  ['queued', true],
  ['sent', true],
  ['aside', true],
  ['rejected', false],
  ['discarded', false],
])('finds the same bytes of the same meter in a capture that is %s: %s', async (state, found) => {
  const first = await save()
  await changeRow(first, (row) => ({ ...row, state }))
  expect(await isSamePicture(await save())).toBe(found)
})

it('does not count another meter, other bytes or the capture itself', async () => {
  await save({ meterId: 4 })
  await save({ bytes: randomBytes() })
  expect(await isSamePicture(await save())).toBe(false)
  expect(await isSamePicture('unknown')).toBe(false)
})
