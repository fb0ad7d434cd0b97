// Covers docs/requirements.md: 258, 580

import { expect, test } from 'vitest'
import { errorCodes, errorStatus } from '../../contract/calls/errors.ts'
import { DatabaseRefused } from '../../offline/database.ts'
import { ApiError, NetworkError } from './callErrors.ts'
import { failureText } from './failureText.ts'

test('every code of the contract says what happened and what to do', () => {
  for (const code of errorCodes) {
    const error = new ApiError({ code, status: errorStatus[code], messages: [], requestId: 'r-1' })
    const { title, detail, requestId } = failureText(error)
    expect(title, code).not.toBe('')
    expect(detail, code).toMatch(/。$/)
    expect(requestId, code).toBe(errorStatus[code] >= 500 ? 'r-1' : null)
  }
})

test('no answer is told apart from a refusal', () => {
  expect(failureText(new NetworkError('cut')).title).toBe('サーバーにつながりません')
})

test('a browser that stores nothing for this window is told from other failures', () => {
  expect(failureText(new DatabaseRefused('no'))).toMatchObject({
    title: 'このウィンドウでは端末に保存できません',
    detail: '通常のウィンドウで開くか、このサイトの Cookie を許可してください。',
  })
})

test('a full device is told from other failures', () => {
  expect(failureText(new DOMException('full', 'QuotaExceededError'))).toMatchObject({
    title: '端末の空き容量が不足しています',
    detail: expect.stringContaining('削除して'),
  })
})

test.each([
  [new TypeError('x is not a function'), 'TypeError: x is not a function'],
  ['?', '?'],
])('an unexpected error says why and what to do: %s', (error, reason) => {
  expect(failureText(error)).toEqual({
    title: '問題が発生しました',
    detail: `画面で予期しないエラーが起きました（${reason}）。画面を再読み込みして、もう一度お試しください。直らないときは、この文を管理者に知らせてください。`,
    requestId: null,
  })
})
