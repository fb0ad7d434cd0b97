import * as z from 'zod/mini'
import { passwordPattern } from '../../../contract/passwords.ts'

/** Empty or weak, each with its message. */
const password = (label: string) =>
  z
    .string()
    .check(
      z.minLength(1, { error: `${label}を入力してください`, abort: true }),
      z.regex(passwordPattern, `${label}を正しく入力してください`),
    )

export const newUserPassword = password('パスワード')

export const changePasswordForm = z
  .object({
    current: password('現在のパスワード'),
    next: password('新しいパスワード'),
    again: password('新しいパスワード（確認）'),
  })
  .check(
    z.refine(({ next, again }) => next === again, {
      path: ['again'],
      error: 'パスワードの変更に失敗しました',
    }),
  )
