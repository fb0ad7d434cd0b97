import * as z from 'zod/mini'

/** 8 to 99 printable ASCII characters with at least one upper-case letter, lower-case letter, digit and symbol. */
export const passwordPattern = /^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9])[!-~]{8,99}$/

export const newPassword = z
  .string()
  .check(
    z.minLength(1, { error: 'パスワードを入力してください', abort: true }),
    z.regex(passwordPattern, 'パスワードを正しく入力してください'),
  )
