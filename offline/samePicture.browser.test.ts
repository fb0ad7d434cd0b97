// Covers docs/requirements.md: 631, 647

import { beforeEach, expect, it } from 'vitest'
import { inspector, photograph, randomBytes, resetPhone } from '../tests/support/phone/phone.ts'
import { withdrawCapture } from './amendments.ts'
import { changeRow, listRows, saveCapture } from './outbox.ts'
import { isWithdrawal } from './rows.ts'
import { findSamePictures } from './samePicture.ts'
import type { RowState } from './sendable.ts'

beforeEach(resetPhone)

const bytes = randomBytes()
const save = async (over: { meterId?: number; bytes?: ArrayBuffer } = {}) =>
  (await saveCapture(photograph(inspector, { bytes, ...over }))).id

const found = async (id: string) => (await findSamePictures(id)).map((capture) => capture.id)

it.each<[RowState, boolean]>([
  ['draft', true],
  ['queued', true],
  ['sent', true],
  ['aside', true],
  ['rejected', false],
  ['discarded', false],
])('finds the same bytes of the same meter in a capture that is %s: %s', async (state, counts) => {
  const first = await save()
  await changeRow(first, (row) => ({ ...row, state }))
  expect(await found(await save())).toEqual(counts ? [first] : [])
})

it('does not count a capture that is withdrawn, unless the server refuses the withdrawal', async () => {
  const first = await save()
  await changeRow(first, (row) => ({ ...row, state: 'sent', attempts: 1, sentAt: Date.now() }))
  await withdrawCapture(first)
  const second = await save()
  expect(await found(second)).toEqual([])
  const withdrawal = (await listRows(inspector.userId)).find(isWithdrawal)
  await changeRow(withdrawal?.id ?? '', (row) => ({ ...row, state: 'rejected' }))
  expect(await found(second)).toEqual([first])
})

it('does not count another meter, other bytes or the capture itself', async () => {
  await save({ meterId: 4 })
  await save({ bytes: randomBytes() })
  expect(await found(await save())).toEqual([])
  expect(await found('unknown')).toEqual([])
})
