import { expect, test } from 'vitest'
import type { Capture } from '../../../offline/captures.ts'
import type { SendFailure } from '../../../offline/sendable.ts'
import { stateErrorText } from './captureTexts.ts'

const unreachable: SendFailure = { code: 'network', status: null, messages: [], at: 0 }
const refusal: SendFailure = { code: 'reference_unknown', status: 400, messages: [], at: 0 }

const textOf = (row: Partial<Capture>) => stateErrorText({ kind: 'capture', ...row } as Capture)

test('an error is shown with the state that it explains only', () => {
  const text = 'サーバーにつながりませんでした。'
  expect(textOf({ state: 'queued', lastError: unreachable })).toBe(text)
  for (const state of ['sending', 'sent'] as const)
    expect(textOf({ state, lastError: unreachable }), state).toBeNull()
  expect(textOf({ state: 'aside', removed: { at: 0, from: 'queued' }, lastError: unreachable })).toBeNull()
})

test('a refused record that was set aside still says why it was refused', () => {
  const text = 'このメーターは登録されていません。'
  expect(textOf({ state: 'rejected', lastError: refusal })).toBe(text)
  expect(textOf({ state: 'aside', removed: { at: 0, from: 'rejected' }, lastError: refusal })).toBe(text)
})
