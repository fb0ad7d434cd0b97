// Covers docs/requirements.md: 701

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeRow } from '../../../../offline/outbox.ts'
import { entered, inspector, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { tellTooLate } from './tellTooLate.ts'

beforeEach(resetPhone)
afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['has been received', { state: 'sent', attempts: 1 }, ['「No.3」の値はすでに送信しました。']],
  ['is being sent', { state: 'sending', attempts: 1 }, ['「No.3」の値は送信を始めています。']],
  ['was attempted to be sent', { state: 'queued', attempts: 1 }, ['「No.3」の値は送信を始めています。']],
  ['was put aside elsewhere', { state: 'aside', attempts: 0 }, []],
] as const)('only a row that the server has is said to be sent: one that %s', async (_, given, texts) => {
  const info = vi.spyOn(notify, 'info').mockImplementation(() => undefined)
  const { id } = await entered(inspector)
  await changeRow(id, (row) => ({ ...row, ...given }))
  await tellTooLate({ id, named: '「No.3」の値' })
  expect(info.mock.calls.map(([text]) => text)).toEqual(texts)
})
